import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY } from '#contract/dates.ts'
import { conflict } from '#server/platform/http/errors.ts'

const PART = '.part'

/** Milliseconds without data after which another sender may continue. */
const SILENCE = 10_000

/** `since`: milliseconds since 1970, 0 while no one writes. */
type Part = { name: string; since: number; size: number }

/** The right to write a part until someone else takes it over. */
export type Turn = {
  place: string
  /** Bytes. */
  size: number
  /** 409 if someone else took over after a pause. */
  confirm: () => Promise<void>
  /** Keeps the right during work without writes. */
  touch: () => Promise<void>
  /** Renames the part to the file. */
  finish: (target: string) => Promise<void>
  /** Lets others continue, or restart if the part is useless. */
  leave: (keeps: boolean) => Promise<void>
}

/**
 * Parts of unfinished files. The name shows the writer: `key.part` has none, `key.<since>.<turn>.part` has one. Renaming is atomic, so one
 * of several senders gets the part in any process, and a killed server leaves no lock.
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
    open: async (key: string) => {
      await makeFolder(folder)
      await writeFile(free(key), '', { flag: 'wx', mode: 0o600 })
    },

    /** 409 while someone else writes, and when the file is complete. */
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

    scratch: async () => {
      await makeFolder(folder)
      return at(`${randomUUID()}${PART}`)
    },

    remove: async (key: string) => {
      const part = await find(key)
      if (part) await rm(at(part.name), { force: true })
    },

    removeOld: async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(at(name)).catch(() => undefined)
        if (found && found.mtimeMs < Date.now() - DAY) await rm(at(name), { force: true })
      }
    },
  }
}

/** After such a pause the sender confirms its right before writing. */
export const LONG_SILENCE = SILENCE / 2

const BUSY = 'This file is being uploaded at this moment.'

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function refuseOther(error: unknown): never {
  throw isAbsent(error) ? conflict(BUSY) : error
}

/** Where no folder can be made, such as in /proc, a recursive `mkdir` never ends. */
export async function makeFolder(folder: string, mode = 0o700) {
  const parent = path.dirname(folder)
  try {
    await makeOne(folder, mode)
  } catch (error) {
    if (!isAbsent(error) || parent === folder) throw error
    await makeFolder(parent, mode)
    await makeOne(folder, mode).catch((again) => {
      throw isAbsent(again) ? Object.assign(again, { message: `no folder can be made in ${parent}` }) : again
    })
  }
}

async function makeOne(folder: string, mode: number) {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  }
}
