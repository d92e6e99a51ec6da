import { toAmount } from '#contract/money.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Database } from '#server/database/database.ts'
import { findOrganizations, setActive } from './queries.ts'

export async function listOrganizations(db: Database): Promise<Organization[]> {
  const rows = await findOrganizations(db)
  return rows.map(({ twelveMonthCents, ...row }) => ({ ...row, twelveMonthValue: toAmount(twelveMonthCents) }))
}

/** An organization becomes a customer when the first of its people is approved. */
export const activateOrganization = (tx: Database, id: string) => setActive(tx, id)
