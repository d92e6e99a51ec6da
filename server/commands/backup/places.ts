import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { DAY } from '#contract/dates.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { hasCode, isFileSystemFull } from '#server/database/violations.ts'
import { BACKUP_PLACE, isBackupPlace, type Config } from '#server/platform/config.ts'
import { reasonOf } from '#server/platform/http/logging.ts'
import { syncFolder } from '#server/platform/storage/local-storage.ts'
import { makeFolder } from '#server/platform/storage/parts.ts'
import { openClient } from '#server/platform/storage/s3-storage.ts'

/** Where backups are: a folder, or a prefix in a bucket. A backup is there whole or not at all. */
export type Place = {
  write: (name: string, fill: (sink: Writable) => Promise<void>) => Promise<void>
  read: (name: string) => Promise<Readable>
  /** Oldest first. */
  list: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

const ENDING = '.backup'

/** 'latchkey-20261123T210405Z.backup' */
export const backupName = (now = new Date()) =>
  `latchkey-${now.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')}${ENDING}`

const isBackup = (name: string) => /^latchkey-\d{8}T\d{6}Z\.backup$/.test(name)

/** Milliseconds that a bucket may take for an answer, for example to a part over a slow line. */
const PATIENCE = 600_000

/** 's3://bucket/prefix' or a folder. */
export function openPlace(address: string, s3: Config['s3'], patience = PATIENCE): Place {
  if (!isBackupPlace(address)) throw new StartupError(`The place ${address} is not usable: it ${BACKUP_PLACE}.`)
  return address.startsWith('s3://') ? bucketAt(new URL(address), s3, patience) : folderAt(path.resolve(address))
}

/** Opens the backup at '…/latchkey-….backup', or the newest of a place. */
export async function openBackup(address: string, s3: Config['s3']) {
  const { place, name } = address.endsWith(ENDING) ? splitAddress(address) : { place: address, name: undefined }
  const source = openPlace(place, s3)
  const chosen = name ?? (await source.list()).at(-1)
  if (chosen === undefined) throw new StartupError(`There is no backup in ${place}.`)
  return { name: chosen, source: await source.read(chosen) }
}

function splitAddress(address: string) {
  const end = Math.max(address.lastIndexOf('/'), address.lastIndexOf(path.sep))
  return { place: end < 0 ? '.' : address.slice(0, end + 1), name: address.slice(end + 1) }
}

function folderAt(folder: string): Place {
  const at = (name: string) => path.join(folder, name)
  const refuse = explain(`folder ${folder}`)
  return {
    write: async (name, fill) => {
      const part = `${at(name)}.${randomUUID()}.part`
      try {
        await using file = await openPart(folder, part).catch(refuse)
        await fill(file.createWriteStream({ flush: true }))
        await rename(part, at(name)).catch(refuse)
        await syncFolder(folder).catch(refuse)
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined)
        if (isFileSystemFull(error))
          throw new StartupError(`The disk of ${folder} is full, so no backup was saved.`, { cause: error })
        throw error
      }
    },
    read: async (name) => {
      const file = await open(at(name)).catch((error: unknown) => {
        if (isNoFile(error)) throw new StartupError(`There is no backup ${at(name)}.`)
        return refuse(error)
      })
      return createReadStream('', { fd: file })
    },
    list: async () => {
      const names = await readdir(folder).catch((error: unknown) => (isNoFile(error) ? [] : refuse(error)))
      return names.filter(isBackup).toSorted()
    },
    // `rm` takes a file that it may not delete for a folder, and names a wrong reason.
    remove: (name) => unlink(at(name)).catch((error: unknown) => (isNoFile(error) ? undefined : refuse(error))),
  }
}

async function openPart(folder: string, part: string) {
  await makeFolder(folder)
  await removeLeftovers(folder, (one) => one.endsWith('.part'))
  return open(part, 'wx', 0o600)
}

const isNoFile = (error: unknown) => hasCode(error, 'ENOENT')

/** Explains in a sentence why a folder or bucket cannot be used. */
export const explain = (place: string) => (error: unknown) => {
  const { type, message } = reasonOf(error)
  const reason = type === 'Error' ? message : `${type}: ${message}`
  throw new StartupError(`The ${place} cannot be used: ${reason.replace(/\.$/, '')}.`, { cause: error })
}

/** Deletes what killed commands left in a folder more than a day ago. */
export async function removeLeftovers(folder: string, isLeftover: (name: string) => boolean) {
  for (const name of (await readdir(folder)).filter(isLeftover)) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (mtimeMs < Date.now() - DAY) await rm(path.join(folder, name), { recursive: true })
  }
}

/**
 * With the bucket settings of the portal, which may name another bucket. An unfinished upload is no object. A silent bucket must not keep
 * the database's transaction open.
 */
function bucketAt({ hostname: bucket, pathname }: URL, s3: Config['s3'], patience: number): Place {
  if (!s3) throw new StartupError('A backup in a bucket needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  const limits = { connectionTimeout: patience, requestTimeout: patience, throwOnRequestTimeout: true }
  const client = openClient(s3, limits)
  const prefix = pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/')
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const refuse = explain(`bucket ${bucket}`)
  async function listKeys() {
    const keys: string[] = []
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
      keys.push(...Contents.map(({ Key = '' }) => Key))
    return keys
  }
  return {
    write: async (name, fill) => {
      const body = new PassThrough()
      const upload = new Upload({ client, params: { ...at(name), Body: body } })
      const sending = upload.done().catch(refuse)
      try {
        await Promise.all([fill(body), sending])
      } catch (error) {
        await upload.abort()
        await sending.catch(() => undefined)
        throw error
      }
    },
    read: async (name) => {
      const { Body } = await client.send(new GetObjectCommand(at(name))).catch((error: unknown) => {
        if (error instanceof NoSuchKey) throw new StartupError(`There is no backup s3://${bucket}/${prefix}${name}.`)
        return refuse(error)
      })
      if (!(Body instanceof Readable)) throw new Error('The bucket answered without a stream')
      return Body
    },
    list: async () =>
      (await listKeys().catch(refuse))
        .map((key) => key.slice(prefix.length))
        .filter(isBackup)
        .toSorted(),
    remove: async (name) => void (await client.send(new DeleteObjectCommand(at(name))).catch(refuse)),
  }
}
