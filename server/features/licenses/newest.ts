import { named, type Database } from '#server/database/database.ts'
import { selectLicenses } from './queries.ts'

/** An organization's newest licenses, as everybody sees them. */
export const newestLicenses = (db: Database, organizationId: string, limit: number) =>
  named(selectLicenses(db, { organizationId }, { limit }))
