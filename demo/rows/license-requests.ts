import { only, type Database } from '#server/database/database.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'

export type LicenseRequestRow = typeof licenseRequests.$inferInsert
type Facts = Partial<LicenseRequestRow> & Pick<LicenseRequestRow, 'organizationId' | 'userId'>

export const licenseRequestRow = (facts: Facts): LicenseRequestRow => ({
  additionalLicenses: 5,
  businessJustification: 'The new depot opens in March.',
  ...facts,
})

export const makeLicenseRequest = (db: Database, facts: Facts) =>
  db.insert(licenseRequests).values(licenseRequestRow(facts)).returning().then(only)
