import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpError, badRequest, conflict, notFound } from '#server/platform/errors.ts'
import type { Content } from './content.ts'
import { createMeasure, type Measures } from './measure.ts'
import type { Storage } from './storage.ts'

const DAY = 86_400_000
const PART = '.part'

export type LocalStorage = Storage & {
  /** Takes a file as it comes. It is there completely, or not at all. */
  receive: (key: string, content: Content, body: Readable) => Promise<Measures>
}

/** Files in one folder, which no web server serves. */
export function createLocalStorage(folder: string): LocalStorage {
  const placeOf = (key: string) => path.join(folder, key)
  const has = (key: string) =>
    access(placeOf(key)).then(
      () => true,
      () => false,
    )

  /** Fails if the file exists, so of several that write one the first wins. */
  const place = async (key: string, fill: (target: Writable) => Promise<void>) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const part = placeOf(`${randomUUID()}${PART}`)
    try {
      await fill(createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
      await link(part, placeOf(key))
      await syncFolder(folder)
    } finally {
      await rm(part, { force: true })
    }
  }

  return {
    uploadUrl: async () => undefined,

    receive: async (key, content, body) => {
      const measure = createMeasure(content)
      // The body outlives a refusal: destroyed, it would take the answer with it.
      const bytes = body.iterator({ destroyOnReturn: false })
      await place(key, (target) => pipeline(bytes, measure.stream, target)).catch((error) => {
        throw refusalOf(error)
      })
      return measure.measures()
    },

    seal: has,
    has,

    write: (key, bytes) =>
      place(key, (target) => pipeline([bytes], target)).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error
      }),

    read: async (key, range) => {
      const file = await open(placeOf(key)).catch((error) => {
        throw isMissing(error) ? notFound('File') : error
      })
      return createReadStream('', { fd: file, ...range })
    },

    remove: (key) => rm(placeOf(key), { force: true }),

    removeRemains: async () => {
      const parts = await readdir(folder).catch(() => [])
      for (const part of parts.filter((name) => name.endsWith(PART))) {
        const found = await stat(placeOf(part)).catch(() => undefined)
        if (found && found.mtimeMs < Date.now() - DAY) await rm(placeOf(part), { force: true })
      }
    },
  }
}

/** Makes the file's name as durable as its bytes. Windows has no such call and needs none. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const CUT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR'])

function refusalOf(error: unknown) {
  const code = codeOf(error)
  if (code === 'EEXIST') return conflict('This file has already been uploaded.')
  if (FULL.has(code)) return new HttpError(507, 'There is no space left for this file. Please try again later.')
  if (CUT.has(code)) return badRequest('The upload was cut short.')
  return error
}
