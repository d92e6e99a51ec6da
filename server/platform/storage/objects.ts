import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DownloadTicket, UploadPurpose, UploadTicket } from '#contract/releases/uploads.ts'
import type { Database } from '#server/database/database.ts'
import type { Config } from '#server/platform/config.ts'
import { HttpError, badRequest, conflict, forbidden, isMissing, unknownAddress } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import { contentOf } from './kinds/content.ts'
import { createScanner, type Scanner } from './kinds/malware.ts'
import type { Progress } from './local-storage.ts'
import { look, type Measures } from './measure.ts'
import { fillMissingHashes } from './missing-hashes.ts'
import { openLocalStorage, openStorage } from './open-storage.ts'
import * as queries from './queries.ts'
import { releaseRoom, reserveRoom } from './quota.ts'
import { isWorthless, refuseTooLarge, type Stretch } from './receive.ts'
import { downloadPath, isGenuine, keyIn, uploadPath, type LinkSecret } from './signed-link.ts'
import { storageDown, untilDown, type Range, type Storage } from './storage.ts'

export type { StoredObject } from './queries.ts'

type Settings = {
  config: Pick<Config, 's3' | 'dataDirectory' | 'clamdUrl'>
  db: Database
  limits: Limits
  secret: LinkSecret
}
type Request = {
  userId: string
  organizationId?: string | null
  purpose: UploadPurpose
  fileName?: string | undefined
  size?: number | undefined
}
/** `fileName` must have the extension of the content. `patience` is for the scanner, and all files of a request share it. */
type Claim = { url: string; userId: string; purpose: UploadPurpose; fileName?: string; patience?: AbortSignal }

/** A checked upload, ready to be claimed. */
export type CheckedUpload = { id: string; key: string; measures: Measures }

export type Objects = ReturnType<typeof createObjects>

/** Manages files: upload URL, upload, check, and claim by a record. */
export function createObjects({ config, db, limits, secret }: Settings) {
  const local = config.s3 ? undefined : openLocalStorage(config)
  const storage = local ? Promise.resolve<Storage>(local) : openStorage(config)
  const scanner = config.clamdUrl === undefined ? undefined : createScanner(config.clamdUrl)

  return {
    scanner,

    /** Returns the upload URL: a path of the portal, or of the bucket. */
    requestUpload: async ({ userId, organizationId, purpose, fileName, size }: Request) => {
      const content = contentOf(purpose, fileName)
      const { type, maxSize, extension, seconds } = content
      refuseTooLarge(content, size)
      if (!local && size === undefined) throw badRequest(SIZE_NEEDED, { size: SIZE_NEEDED })
      await limits.spend('upload by user', userId)
      if (organizationId) await limits.spend('upload by organization', organizationId)
      const key = `${purpose}-${randomUUID()}.${extension}`
      const { expires } = await queries.insertObject(db, { userId, purpose, key, fileName: fileName ?? null }, seconds)
      // Uploads to a bucket are otherwise not checked before the claim.
      if (!local) await reserveRoom(db, key, size ?? maxSize)
      const elsewhere = await (await storage).uploadUrl(key, content, size ?? maxSize)
      const uploadURL = elsewhere ?? uploadPath(secret, { key, expires, max: maxSize })
      return { uploadURL, maxSize, contentType: type, resumes: !elsewhere }
    },

    receive: async (link: UploadTicket, stretch: Stretch, body: Readable) => {
      if (!local) throw unknownAddress()
      const { purpose, isUploaded } = await findExpected(db, secret, link)
      if (isUploaded) throw conflict('This file has already been uploaded.')
      const content = { ...contentOf(purpose, link.key), maxSize: link.max }
      refuseTooLarge(content, stretch.total)
      await reserveRoom(db, link.key, stretch.total ?? link.max)
      const measures = await local.receive(link.key, content, body, stretch).catch(async (error: unknown) => {
        if (isWorthless(error)) await releaseRoom(db, link.key)
        throw error
      })
      await queries.setUploaded(db, link.key, measures)
    },

    progressOf: async (link: UploadTicket): Promise<Progress> => {
      if (!local) throw unknownAddress()
      await findExpected(db, secret, link)
      return local.progressOf(link.key)
    },

    /** Checks that the user's upload for this purpose is complete and valid. Deletes it otherwise. */
    check: async ({ url, userId, purpose, fileName, patience }: Claim): Promise<CheckedUpload> => {
      const object = await queries.findOwn(db, { key: keyIn(url) ?? '', userId, purpose })
      if (!object) throw badRequest('This is not a file that you uploaded.')
      if (object.claimedAt) throw conflict(ALREADY_USED)
      refuseOtherKind(object, fileName)
      if (!object.uploadedAt) await seal(db, await storage, object)
      const measures = await judgeOrRemove({ db, storage: await storage, scanner }, object, patience)
      if (!local) requireWhole(measures.size, object)
      return { id: object.id, key: object.key, measures }
    },

    store: async ({ userId, purpose, fileName }: Request, bytes: Buffer): Promise<CheckedUpload> => {
      const content = contentOf(purpose, fileName)
      const measures = await look(content, [bytes])
      const key = `${purpose}-${randomUUID()}.${content.extension}`
      const file = { key, fileName: fileName ?? null }
      if (content.isScanned) await scanner?.refuseMalware({ ...file, read: () => [bytes] })
      await limits.spend('upload by user', userId)
      const { id } = await queries.insertObject(db, { userId, purpose, ...file }, content.seconds)
      await reserveRoom(db, key, bytes.length)
      await (await storage).write(key, bytes)
      await queries.setUploaded(db, key, measures)
      return { id, key, measures }
    },

    /** Assigns the file to the record of this transaction. */
    claim: async (tx: Database, { id, measures }: Pick<CheckedUpload, 'id' | 'measures'>) => {
      const object = await queries.setClaimed(tx, id, measures)
      if (!object) throw conflict(ALREADY_USED)
      return object
    },

    /** Frees the file of a record that this transaction deletes or changes. It is deleted a day later. */
    release: (tx: Database, id: string) => queries.setUnclaimed(tx, id),

    /** Returns a path that downloads the file under this name for five minutes. */
    linkTo: async (tx: Database, { key, name }: { key: string; name: string }) =>
      downloadPath(secret, { key, expires: await queries.expiryOf(tx, DOWNLOAD_SECONDS), name }),

    /** Returns the file of a download link. 403 if the link is forged or has expired. */
    findLinked: async (link: DownloadTicket) => {
      const object = isGenuine(secret, link) && (await queries.findLinked(db, link))
      if (!object || object.isExpired) throw forbidden(invalid('download'))
      return object
    },

    read: async (key: string, range?: Range) => (await storage).read(key, range),

    provide: async (key: string, make: () => Buffer) => {
      const files = await storage
      if (!(await files.has(key))) await files.write(key, make())
    },

    /** Fails if the folder is not writable. An unreachable bucket stops only uploads and downloads. */
    requireFolder: async () => void (await local?.probe(new AbortController().signal)),

    /** False if the newest file is missing: lost, or left in another folder or bucket. */
    hasNewest: async () => {
      const newest = await queries.findNewestClaimed(db)
      return !newest || (await storage).has(newest.key)
    },

    /** Fails unless files can be stored now. Returns the free bytes, or undefined if unknown. */
    probe: async (signal: AbortSignal) => (await storage).probe(signal),

    /** Job: adds the SHA-512 of older application files. */
    fillMissingHashes: async () => fillMissingHashes(db, await storage),

    /** Job: deletes files that were not claimed within a day, and remains of interrupted uploads. */
    removeUnclaimed: async () => {
      const files = await storage
      await files.probe(AbortSignal.timeout(PROBE_MILLISECONDS))
      const unclaimed = await queries.selectUnclaimed(db)
      const deletions = unclaimed.map((file) => () => removeUnclaimed(db, files, file.id))
      await attemptEach([...deletions, () => files.removeRemains()], (deletion) => deletion())
    },
  }
}

/** Seconds in which a download must start. */
const DOWNLOAD_SECONDS = 300
const PROBE_MILLISECONDS = 5000

const invalid = (kind: 'upload' | 'download') => `This ${kind} link is not valid or has expired.`
const SIZE_NEEDED = 'Say how many bytes the file has.'
const ALREADY_USED = 'This file is already in use. Please upload it again.'
const STILL_CHECKED = 'This file is still being checked. Try again in a moment, or upload it again.'
const stillChecked = () => new HttpError(409, STILL_CHECKED, { retryAfterSeconds: 1 })

/** Only once per file, so that the checked content cannot be replaced. */
async function seal(db: Database, storage: Storage, { id, key }: queries.StoredObject) {
  if (!(await queries.startSealing(db, id))) throw stillChecked()
  let isSealed = false
  try {
    isSealed = await storage.seal(key)
  } finally {
    if (!isSealed) await queries.undoSealing(db, id)
  }
  if (!isSealed) throw badRequest('The file has not been uploaded.')
}

async function measure(
  storage: Storage,
  { key, purpose, size, sha256, sha512 }: queries.StoredObject,
): Promise<Measures> {
  const content = contentOf(purpose, key)
  const isHashed = sha512 !== null || !content.needsSha512
  const isFinal = size !== null && sha256 !== null && isHashed && !content.isGenuine
  if (isFinal && (await storage.has(key))) return { size, sha256, sha512 }
  return look(content, untilDown(await storage.read(key)))
}

/** A bucket accepts exactly the reserved number of bytes, but may answer with fewer. */
function requireWhole(read: number, { size }: queries.StoredObject) {
  if (size !== null && read !== size) throw storageDown(new Error(`${read} of ${size} bytes were read`))
}

/** An invalid file is deleted, so that it is not checked again. One that is missing may still be finalized by another check. */
async function judgeOrRemove(
  { db, storage, scanner }: { db: Database; storage: Storage; scanner: Scanner | undefined },
  object: queries.StoredObject,
  patience: AbortSignal | undefined,
) {
  const { key, purpose, fileName } = object
  const read = async () => untilDown(await storage.read(key))
  try {
    const measures = await measure(storage, object)
    if (contentOf(purpose, key).isScanned) await scanner?.refuseMalware({ key, fileName, read }, patience)
    return measures
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (isMissing(error)) throw stillChecked()
    if (error.statusCode < 500) await remove(db, storage, object)
    throw error
  }
}

async function findExpected(db: Database, secret: LinkSecret, link: UploadTicket) {
  const expected = isGenuine(secret, link) && (await queries.findExpected(db, link))
  if (!expected || expected.isExpired) throw forbidden(invalid('upload'))
  return expected
}

/** The extension must match the checked content, because it decides which program opens the file. */
function refuseOtherKind({ key, purpose }: queries.StoredObject, fileName = key) {
  if (contentOf(purpose, fileName).extension !== contentOf(purpose, key).extension)
    throw badRequest('The uploaded file is not what this file name says.')
}

const removeUnclaimed = (db: Database, storage: Storage, id: string) =>
  db.transaction(async (tx) => {
    const object = await queries.lockUnclaimed(tx, id)
    if (object) await remove(tx, storage, object)
  })

/** Deletes the row last: without it, a remaining file would never be found. */
async function remove(db: Database, storage: Storage, { id, key }: Pick<queries.StoredObject, 'id' | 'key'>) {
  await storage.remove(key)
  await queries.deleteObject(db, id)
}
