import type { Adoption, VersionUsage } from '#contract/releases/reach.ts'
import type { Database } from '#server/database/database.ts'
import { remember } from '#server/database/shared-reading.ts'
import { selectAdoption } from './queries.ts'
import { selectUsage } from './usage-queries.ts'

/** Milliseconds: counting a million devices takes two seconds. */
const REMEMBERED = 60_000

export const createAdoption = (db: Database) => remember(() => countDevices(db), REMEMBERED)

export const createUsage = (db: Database): (() => Promise<VersionUsage[]>) =>
  remember(async () => selectUsage(db), REMEMBERED)

async function countDevices(db: Database): Promise<Adoption> {
  const rows = await selectAdoption(db)
  return { devices: rows[0]?.all ?? 0, versions: rows.map(({ version, devices }) => ({ version, devices })) }
}
