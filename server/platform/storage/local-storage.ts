import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, link, open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notFound } from '#server/platform/http/errors.ts'
import type { Content } from './kinds/content.ts'
import type { Measures } from './measure.ts'
import { createParts, makeFolder } from './parts.ts'
import { receivePart, type Stretch } from './receive.ts'
import type { Storage } from './storage.ts'

/** Bytes received, and whether the file is complete. */
export type Progress = { received: number; isComplete: boolean }

type LocalStorage = Storage & {
  /** Receives a file or its remaining part. A file exists completely or not at all. */
  receive: (key: string, content: Content, body: Readable, stretch: Stretch) => Promise<Measures>
  progressOf: (key: string) => Promise<Progress>
}

export function createLocalStorage(folder: string): LocalStorage {
  const parts = createParts(path.join(folder, 'parts'))
  const placeOf = (key: string) => path.join(folder, key)
  const has = (key: string) =>
    access(placeOf(key)).then(
      () => true,
      () => false,
    )

  return {
    uploadUrl: async (key) => {
      await parts.open(key)
      return undefined
    },

    receive: async (key, content, body, stretch) => {
      const turn = await parts.take(key)
      const measures = await receivePart(turn, content, body, stretch)
      await turn.finish(placeOf(key))
      await syncFolder(folder)
      return measures
    },

    progressOf: async (key) => ({ received: (await parts.sizeOf(key)) ?? 0, isComplete: await has(key) }),

    seal: has,
    has,

    write: async (key, bytes) => {
      const scratch = await parts.scratch()
      try {
        await writeFile(scratch, bytes, { flag: 'wx', mode: 0o600, flush: true })
        // Fails if the file exists, so the first of several writers wins.
        await link(scratch, placeOf(key))
        await syncFolder(folder)
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
      } finally {
        await rm(scratch, { force: true })
      }
    },

    restore: async (key, body) => {
      const scratch = await parts.scratch()
      await pipeline(body, createWriteStream(scratch, { mode: 0o600, flush: true }))
      await rename(scratch, placeOf(key))
      await syncFolder(folder)
    },

    read: async (key, range) => {
      const file = await open(placeOf(key)).catch((error) => {
        throw codeOf(error) === 'ENOENT' ? notFound('File') : error
      })
      return createReadStream('', { fd: file, ...range })
    },

    remove: async (key) => {
      await rm(placeOf(key), { force: true })
      await parts.remove(key)
    },

    probe: async () => {
      await makeFolder(folder)
      await access(folder, constants.W_OK)
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },

    removeRemains: parts.removeOld,
  }
}

/** Makes the file's name durable. Windows needs no such call. */
export async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
