import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sha256 } from '#server/platform/hashing.ts'
import { HttpError, badRequest } from '#server/platform/http/errors.ts'

/** Bytes and counts, far above real input. */
const LIMITS = { fieldNameSize: 100, fieldSize: 16_384, fields: 30, files: 1, parts: 31, headerPairs: 20 }

/** An uploaded file, under the name of its form field. */
export class SentFile {
  name: string
  bytes: Buffer
  constructor(name: string, bytes: Buffer) {
    this.name = name
    this.bytes = bytes
  }
  /** The hash represents the file where requests are compared. */
  toJSON() {
    return sha256(this.bytes).toString('hex')
  }
}

export type Form = { fields: Record<string, unknown>; file: SentFile | null }

/** Accepts multipart/form-data beside JSON in this scope, with one file of at most `maxFileSize` bytes. */
export async function takeForms(app: FastifyInstance, maxFileSize: number) {
  await app.register(multipart, { limits: { ...LIMITS, fileSize: maxFileSize }, throwFileSizeLimit: false })
}

/** Reads refused forms to the end as well: a client that is still sending would not see the answer. */
export async function readForm(request: FastifyRequest, tooLarge: () => HttpError): Promise<Form> {
  const fields = new Map<string, unknown>()
  let file: SentFile | null = null
  let isTooLarge = false
  let isUtf8 = true
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        file = await readFile(part)
        isTooLarge = part.file.truncated
      } else {
        fields.set(part.fieldname, part.value)
        isUtf8 &&= !String(part.value).includes(REPLACED)
      }
    }
  } catch (error) {
    throw unreadable(error)
  }
  if (isTooLarge) throw tooLarge()
  if (!isUtf8) throw badRequest('The form is not valid UTF-8.')
  return { fields: Object.fromEntries(fields), file }
}

const REPLACED = '\ufffd'

/** An empty file field arrives as a file without a name and content. */
async function readFile({ fieldname, filename, file }: MultipartFile) {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return bytes.length === 0 && !filename ? null : new SentFile(fieldname, bytes)
}

function unreadable(error: unknown) {
  const { statusCode } = error as { statusCode?: number }
  return statusCode === 413
    ? new HttpError(413, 'The form has too many fields or files.')
    : badRequest('The form could not be read.')
}
