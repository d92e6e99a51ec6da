import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { HttpError, badRequest, conflict } from '#server/platform/http/errors.ts'
import { TIMEOUTS } from '#server/platform/http/limits/timeouts.ts'
import type { Content } from './kinds/content.ts'
import { createMeasure, tooLarge, type Measures } from './measure.ts'
import { LONG_SILENCE, type Turn } from './parts.ts'

/** Bytes: the start of the body, and the final size if the sender declares it. */
export type Stretch = { from: number; total: number | undefined }

type Measure = ReturnType<typeof createMeasure>

/** Bytes per read of the existing part. */
const BLOCK = 1_048_576

/** Writes a body to the end of the part. An interrupted part stays, a refused one is deleted. */
export async function receivePart(turn: Turn, content: Content, body: Readable, stretch: Stretch): Promise<Measures> {
  try {
    return await receive(turn, content, body, stretch)
  } catch (error) {
    const refusal = refusalOf(error)
    await turn.leave(!isWorthless(refusal))
    throw refusal
  }
}

async function receive(turn: Turn, content: Content, body: Readable, { from, total }: Stretch) {
  if (from > 0 && from !== turn.size) throw conflict(`This upload continues at byte ${turn.size}.`)
  const measure = createMeasure(content)
  if (from > 0) await readAgain(turn, measure)
  await append(turn, body, measure, from)
  const measures = measure.finish()
  if (measures.size < (total ?? 0)) throw badRequest(CUT_SHORT)
  if (measures.size > (total ?? measures.size)) throw new HttpError(413, 'More was sent than was announced.')
  return measures
}

/** The hash covers the whole file, so the existing part is read again through one buffer. */
async function readAgain({ place, touch }: Turn, measure: Measure) {
  const file = await open(place)
  const buffer = Buffer.allocUnsafe(BLOCK)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, BLOCK)
      if (bytesRead === 0) return
      measure.add(buffer.subarray(0, bytesRead))
      await touch()
    }
  } finally {
    await file.close()
  }
}

async function append(turn: Turn, body: Readable, measure: Measure, from: number) {
  const file = await open(turn.place, 'r+')
  try {
    if (from === 0) await file.truncate()
    let position = from
    for await (const chunk of spoken(body, turn)) {
      measure.add(chunk)
      await writeAll(file, chunk, position)
      position += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number) {
  let done = 0
  while (done < chunk.length) done += (await file.write(chunk, done, chunk.length - done, position + done)).bytesWritten
}

async function* spoken(body: Readable, { confirm }: Turn): AsyncGenerator<Buffer> {
  const cutLater = () => setTimeout(() => body.destroy(Object.assign(new Error('Silent'), { code: SILENT })), IDLE)
  let cut = cutLater()
  try {
    let heard = Date.now()
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      clearTimeout(cut)
      if (Date.now() - heard > LONG_SILENCE) await confirm()
      yield chunk as Buffer
      heard = Date.now()
      cut = cutLater()
    }
  } finally {
    clearTimeout(cut)
  }
}

/** Refuses a declared size that is too large before receiving it. */
export function refuseTooLarge(content: Content, total = 0) {
  if (total > content.maxSize) throw tooLarge(content)
}

const IDLE = TIMEOUTS.idle
const SILENT = 'ECONNRESET'
const CUT_SHORT = 'The upload was cut short.'
const CUT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', SILENT])

function refusalOf(error: unknown) {
  const { code = '' } = error as NodeJS.ErrnoException
  if (CUT.has(code)) return badRequest(CUT_SHORT)
  return error
}

/** Too large, of the wrong type, or no space left: a partial upload cannot be resumed. */
export const isWorthless = (error: unknown) => error instanceof HttpError && [413, 415, 507].includes(error.statusCode)
