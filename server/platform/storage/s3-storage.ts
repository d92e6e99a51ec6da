import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '#server/platform/config.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { storageDown, type Storage } from './storage.ts'

/** Milliseconds. A bucket without answer must not block requests. */
const WRITE_TIMEOUT = 30_000
const TIMEOUTS = {
  connectionTimeout: 2000,
  requestTimeout: 4000,
  throwOnRequestTimeout: true,
  socketTimeout: WRITE_TIMEOUT,
}

/** A bucket may copy a file of 5 GB for minutes, and parts of a backup arrive slowly over a slow line. */
const PATIENT = { ...TIMEOUTS, requestTimeout: 1_800_000, socketTimeout: 1_800_000 }

/**
 * Stores files in a bucket. Upload URLs reach only a copy under `incoming/`. The checked and kept object is another one, which a still
 * valid URL cannot change.
 */
export function createS3Storage({ bucket, ...options }: NonNullable<Config['s3']>): Storage {
  const client = openClient(options, TIMEOUTS)
  const patient = openClient(options, PATIENT)
  const at = (key: string) => ({ Bucket: bucket, Key: key })
  const incoming = (key: string) => `incoming/${key}`
  const remove = (key: string) => client.send(new DeleteObjectCommand(at(key)))

  return {
    // The bucket accepts exactly the reserved number of bytes.
    uploadUrl: (key, { type, seconds }, size) =>
      getSignedUrl(client, new PutObjectCommand({ ...at(incoming(key)), ContentType: type, ContentLength: size }), {
        expiresIn: seconds,
        signableHeaders: new Set(['content-type', 'content-length']),
      }),

    seal: async (key) => {
      const source = incoming(key)
      const copied = await found(patient.send(new CopyObjectCommand({ ...at(key), CopySource: `${bucket}/${source}` })))
      if (copied) await found(remove(source))
      return copied !== undefined
    },

    has: async (key) => (await found(client.send(new HeadObjectCommand(at(key))))) !== undefined,

    write: async (key, bytes) => {
      const sending = client.send(new PutObjectCommand({ ...at(key), Body: bytes }), { requestTimeout: WRITE_TIMEOUT })
      if (!(await found(sending))) throw notFound('Bucket')
    },

    restore: async (key, body) =>
      void (await new Upload({ client: patient, params: { ...at(key), Body: body } }).done()),

    read: async (key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const answer = await found(client.send(new GetObjectCommand({ ...at(key), Range })))
      if (!answer) throw notFound('File')
      const body = answer.Body as Readable
      if (!range || answer.ContentRange?.startsWith(`bytes ${range.start}-${range.end}/`)) return body
      body.destroy()
      throw storageDown(new Error(`The bucket answered ${Range} with ${answer.ContentRange ?? 'the whole file'}`))
    },

    remove: async (key) => {
      await found(Promise.all([remove(key), remove(incoming(key))]))
    },

    probe: async (abortSignal) => {
      const answer = await found(client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }))
      if (!answer) throw storageDown(new Error(`There is no bucket ${bucket}`))
      return undefined
    },

    // Unclaimed objects are deleted with their rows.
    removeRemains: async () => {},
  }
}

type Options = Omit<NonNullable<Config['s3']>, 'bucket'>

/** `requestHandler`: time limits in milliseconds. */
export function openClient(
  { endpoint, region, accessKeyId, secretAccessKey }: Options,
  requestHandler: Partial<typeof TIMEOUTS>,
) {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Otherwise the URL includes the checksum of an empty body, and other vendors' storage refuses streams.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler,
  })
}

const MISSING = new Set(['NoSuchKey', 'NotFound'])

async function found<Answer>(asking: Promise<Answer>) {
  try {
    return await asking
  } catch (error) {
    if (MISSING.has((error as S3ServiceException).name)) return undefined
    throw storageDown(explain(error as S3ServiceException))
  }
}

const HINTS: Record<number, string> = {
  301: ': check S3_REGION and S3_ENDPOINT',
  400: ': check S3_REGION and S3_ENDPOINT',
  403: ': check the S3 keys, their rights, and the clock of this computer',
}

/** The answer to a question for headers has no body with a reason. */
function explain(error: S3ServiceException) {
  const status = error.$metadata?.httpStatusCode
  if (status === undefined || error.message !== 'UnknownError') return error
  return new Error(`The bucket answered HTTP ${status}${HINTS[status] ?? ''}`)
}
