import type { Adoption } from '#contract/releases/reach.ts'
import type { Database } from '#server/database/database.ts'
import { selectAdoption } from './queries.ts'

/** Milliseconds: counting a million devices takes two seconds. */
const REMEMBERED = 60_000

export function createAdoption(db: Database) {
  let last: Promise<Adoption> | undefined
  let countedAt = -Infinity

  return function readAdoption(): Promise<Adoption> {
    const now = performance.now()
    if (!last || now - countedAt > REMEMBERED) {
      countedAt = now
      last = countDevices(db)
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
