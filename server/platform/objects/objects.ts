import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DownloadTicket, UploadPurpose, UploadTicket } from '#contract/uploads.ts'
import type { Database } from '#server/database/database.ts'
import type { Config } from '#server/platform/config.ts'
import { HttpError, badRequest, conflict, forbidden, notFound } from '#server/platform/errors.ts'
import type { Limits } from '#server/platform/limits.ts'
import { contentOf } from './content.ts'
import { createLocalStorage } from './local-storage.ts'
import { createMeasure, tooLarge, type Measures } from './measure.ts'
import * as queries from './queries.ts'
import { downloadPath, isGenuine, keyIn, uploadPath } from './signed-link.ts'
import type { Range, Storage } from './storage.ts'

export type { StoredObject } from './queries.ts'

type Settings = { config: Pick<Config, 's3' | 'dataDirectory'>; db: Database; limits: Limits; secret: string }
/** `size` in bytes, if the sender knows it. */
type Request = { userId: string; purpose: UploadPurpose; fileName?: string | undefined; size?: number | undefined }
type Claim = { url: string; userId: string; purpose: UploadPurpose }

/** An uploaded file that was looked at and may be claimed. */
export type CheckedUpload = { id: string; measures: Measures }

export type Objects = ReturnType<typeof createObjects>

/** Files: handed a URL, sent to it, checked, and from then on owned by a record. */
export function createObjects({ config, db, limits, secret }: Settings) {
  const local = config.s3 ? undefined : createLocalStorage(path.join(config.dataDirectory, 'objects'))
  const storage = local ? Promise.resolve<Storage>(local) : openS3(config.s3)

  return {
    /** Where one file may be sent: a path of this portal, or the address of the bucket. */
    requestUpload: async ({ userId, purpose, fileName, size = 0 }: Request) => {
      const content = contentOf(purpose, fileName)
      const { type, maxSize, extension } = content
      if (size > maxSize) throw tooLarge(content)
      await limits.spend('upload by user', userId)
      const key = `${purpose}-${randomUUID()}.${extension}`
      const { expires } = await queries.insertObject(db, { userId, purpose, key, fileName: fileName ?? null })
      const elsewhere = await (await storage).uploadUrl(key, content)
      return { uploadURL: elsewhere ?? uploadPath(secret, { key, expires, max: maxSize }), maxSize, contentType: type }
    },

    /** Takes the file a link was handed out for. `size` in bytes, if the sender tells it. */
    receive: async (link: UploadTicket, size: number | undefined, body: Readable) => {
      if (!local) throw notFound('This address')
      const expected = isGenuine(secret, link) && (await queries.findExpected(db, link))
      if (!expected || expected.isExpired) throw forbidden(invalid('upload'))
      if (expected.isUploaded) throw conflict('This file has already been uploaded.')
      const content = { ...contentOf(expected.purpose, link.key), maxSize: link.max }
      if (size !== undefined && size > content.maxSize) throw tooLarge(content)
      const measures = await local.receive(link.key, content, body)
      await queries.setUploaded(db, link.key, measures)
    },

    /** Looks at a file this person uploaded for this purpose: it is there, complete, and what it should be. */
    check: async ({ url, userId, purpose }: Claim): Promise<CheckedUpload> => {
      const object = await queries.findOwn(db, { key: keyIn(url) ?? '', userId, purpose })
      if (!object) throw badRequest('This is not a file that you uploaded.')
      if (object.claimedAt) throw conflict(ALREADY_USED)
      if (!object.uploadedAt) await seal(db, await storage, object)
      return { id: object.id, measures: await measure(await storage, object) }
    },

    /** Gives the file to the record that this transaction writes. */
    claim: async (tx: Database, { id, measures }: CheckedUpload) => {
      const object = await queries.setClaimed(tx, id, measures)
      if (!object) throw conflict(ALREADY_USED)
      return object
    },

    /** A path of this portal that gives the file for five minutes, to be saved by this name. */
    linkTo: async (tx: Database, { key, name }: { key: string; name: string }) =>
      downloadPath(secret, { key, expires: await queries.expiryOf(tx, DOWNLOAD_SECONDS), name }),

    /** The file that a link was made for. 403 when we did not make it or its time is over. */
    findLinked: async (link: DownloadTicket) => {
      const object = isGenuine(secret, link) && (await queries.findLinked(db, link))
      if (!object || object.isExpired) throw forbidden(invalid('download'))
      return object
    },

    read: async (key: string, range?: Range) => (await storage).read(key, range),

    /** Puts a file of the server's own in its place, unless it is there. Several may try at once. */
    provide: async (key: string, make: () => Buffer) => {
      const files = await storage
      if (!(await files.has(key))) await files.write(key, make())
    },

    /** The job's part: files nobody claimed within a day, and what interrupted uploads left. */
    removeUnclaimed: async () => {
      const files = await storage
      let isOneRemoved: boolean
      do isOneRemoved = await removeOne(db, files)
      while (isOneRemoved)
      await files.removeRemains()
    },
  }
}

/** Seconds a download may begin after it was asked for. */
const DOWNLOAD_SECONDS = 300

const invalid = (kind: 'upload' | 'download') => `This ${kind} link is not valid or has expired.`
const ALREADY_USED = 'This file is already in use. Please upload it again.'

/** Loaded only where there is a bucket: its client is as large as the rest of the server. */
async function openS3(s3: Config['s3']): Promise<Storage> {
  if (!s3) throw new Error('No bucket is configured')
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(s3)
}

/** Once for a file: what is sealed later could be another one than was looked at before. */
async function seal(db: Database, storage: Storage, { id, key }: queries.StoredObject) {
  if (!(await queries.startSealing(db, id))) throw conflict(ALREADY_USED)
  let isSealed = false
  try {
    isSealed = await storage.seal(key)
  } finally {
    if (!isSealed) await queries.undoSealing(db, id)
  }
  if (!isSealed) throw badRequest('The file has not been uploaded.')
}

async function measure(storage: Storage, { key, purpose }: queries.StoredObject) {
  const { stream, measures } = createMeasure(contentOf(purpose, key))
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(await storage.read(key), stream, nowhere)
  } catch (error) {
    throw error instanceof HttpError && error.statusCode < 500 ? badRequest(error.message) : error
  }
  return measures()
}

/** False when there is none left. */
const removeOne = (db: Database, storage: Storage) =>
  db.transaction(async (tx) => {
    const object = await queries.lockUnclaimed(tx)
    if (!object) return false
    await storage.remove(object.key)
    await queries.deleteObject(tx, object.id)
    return true
  })
