import type { Adoption } from '#contract/releases/files.ts'
import type { Database } from '#server/database/database.ts'
import { selectAdoption } from './queries.ts'

/** Milliseconds an answer is good for: a million devices take two seconds to count, however many people look. */
const REMEMBERED = 60_000

/** Reads what active devices run, as this process has last counted them. */
export function createAdoption(db: Database) {
  let last: Promise<Adoption> | undefined
  let countedAt = -Infinity

  return function readAdoption(): Promise<Adoption> {
    const now = performance.now()
    if (!last || now - countedAt > REMEMBERED) {
      countedAt = now
      last = countDevices(db)
      // Whoever asks next tries again.
      last.catch(() => (last = undefined))
    }
    return last
  }
}

async function countDevices(db: Database): Promise<Adoption> {
  const rows = await selectAdoption(db)
  return { devices: rows[0]?.all ?? 0, versions: rows.map(({ version, devices }) => ({ version, devices })) }
}
