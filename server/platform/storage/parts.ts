import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { conflict } from '#server/platform/http/errors.ts'

const DAY = 86_400_000
const PART = '.part'

/** Milliseconds without a byte after which somebody else may go on where a sender stopped: it, or its server, is gone. */
const SILENCE = 10_000

/** `since`: milliseconds since 1970, 0 while nobody writes. */
type Part = { name: string; since: number; size: number }

/** The right to write one part, as long as nobody took it over. */
export type Turn = {
  place: string
  /** Bytes that are there. */
  size: number
  /** 409 when somebody else went on after a silence. */
  confirm: () => Promise<void>
  /** Says that this sender is at work, while it writes nothing. */
  touch: () => Promise<void>
  /** The part becomes the file. */
  finish: (target: string) => Promise<void>
  /** Lets others go on here; or start over, if what is there is worth nothing. */
  leave: (keeps: boolean) => Promise<void>
}

/**
 * What there is of the files that are still on their way, a part each. Its name says who writes it: `key.part` nobody,
 * `key.<since>.<turn>.part` one sender. Renaming is atomic, so of several who want the same part one gets it, in whatever
 * process they are, and a killed server leaves nothing that has to be unlocked.
 */
export function createParts(folder: string) {
  const at = (name: string) => path.join(folder, name)
  const free = (key: string) => at(`${key}${PART}`)

  const find = async (key: string): Promise<Part | undefined> => {
    const names = await readdir(folder).catch(() => [])
    const name = names.find((candidate) => candidate.startsWith(`${key}.`))
    const found = name === undefined ? undefined : await stat(at(name)).catch(() => undefined)
    if (name === undefined || !found) return undefined
    const taken = Number(name.slice(key.length + 1).split('.')[0]) || 0
    return { name, size: found.size, since: taken && Math.max(taken, found.mtimeMs) }
  }

  const turnAt = (key: string, place: string, size: number): Turn => ({
    place,
    size,
    confirm: () => stat(place).then(() => undefined, refuseOther),
    touch: () => utimes(place, new Date(), new Date()).catch(refuseOther),
    finish: (target) => rename(place, target).catch(refuseOther),
    leave: async (keeps) => {
      if (!keeps) await truncate(place).catch(() => undefined)
      await rename(place, free(key)).catch(() => undefined)
    },
  })

  return {
    /** Makes room for a file that is expected. */
    open: async (key: string) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(free(key), '', { flag: 'wx', mode: 0o600 })
    },

    /** 409 while somebody else is writing, and when there is nothing left to write. */
    take: async (key: string) => {
      const part = await find(key)
      if (!part) throw conflict('This file has already been uploaded.')
      if (part.since > Date.now() - SILENCE) throw conflict(BUSY)
      const place = at(`${key}.${Date.now()}.${randomUUID()}${PART}`)
      await rename(at(part.name), place).catch(refuseOther)
      return turnAt(key, place, part.size)
    },

    /** Bytes; undefined once the file is complete. */
    sizeOf: async (key: string) => (await find(key))?.size,

    /** A place of its own for what the server makes itself. */
    scratch: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return at(`${randomUUID()}${PART}`)
    },

    remove: async (key: string) => {
      const part = await find(key)
      if (part) await rm(at(part.name), { force: true })
    },

    /** What nothing was written to for a day. */
    removeOld: async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(at(name)).catch(() => undefined)
        if (found && found.mtimeMs < Date.now() - DAY) await rm(at(name), { force: true })
      }
    },
  }
}

/** A sender that was silent for this long looks whether it is still its turn, before it writes on. */
export const LONG_SILENCE = SILENCE / 2

const BUSY = 'This file is being uploaded at this moment.'

function refuseOther(error: unknown): never {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? conflict(BUSY) : error
}
