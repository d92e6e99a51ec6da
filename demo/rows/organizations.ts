import { only, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'

export type OrganizationRow = typeof organizations.$inferInsert

export const organizationRow = (facts: Partial<OrganizationRow> = {}): OrganizationRow => ({
  name: 'Ubuntu Engineering',
  contactEmail: 'office@ubuntu-engineering.example',
  isActive: true,
  ...facts,
})

export const makeOrganization = (db: Database, facts?: Partial<OrganizationRow>) =>
  db.insert(organizations).values(organizationRow(facts)).returning().then(only)
