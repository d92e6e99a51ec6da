import type { Adoption, VersionUsage } from '#contract/releases/reach.ts'
import type { Database } from '#server/database/database.ts'
import { selectAdoption } from './queries.ts'
import { selectUsage } from './usage-queries.ts'

/** Milliseconds: counting a million devices takes two seconds. */
const REMEMBERED = 60_000

export const createAdoption = (db: Database) => remember(() => countDevices(db))

export const createUsage = (db: Database): (() => Promise<VersionUsage[]>) =>
  remember(() => selectUsage(db).then((rows) => rows))

function remember<Result>(read: () => Promise<Result>) {
  let last: Promise<Result> | undefined
  let readAt = -Infinity

  return function readRemembered(): Promise<Result> {
    const now = performance.now()
    if (!last || now - readAt > REMEMBERED) {
      readAt = now
      last = read()
      // The next call retries.
      last.catch(() => (last = undefined))
    }
    return last
  }
}

async function countDevices(db: Database): Promise<Adoption> {
  const rows = await selectAdoption(db)
  return { devices: rows[0]?.all ?? 0, versions: rows.map(({ version, devices }) => ({ version, devices })) }
}
