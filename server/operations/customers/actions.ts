import { toAmount } from '#contract/money.ts'
import type { CustomerDetail } from '#contract/operations/customers.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { ListQuery } from '#server/platform/http/lists/queries.ts'
import { countLicensesByStatus, existsCustomer, findCustomer } from './queries.ts'
import { countCustomerInvoices, findCustomerInvoices } from './record-queries.ts'

const NO_LICENSES = { active: 0, assigned: 0, unassigned: 0, revoked: 0, inactive: 0 }

export async function readCustomer(db: Database, { role }: { role: Role }, id: string): Promise<CustomerDetail> {
  const [found, counts] = await Promise.all([
    findCustomer(db, id, { isAdmin: isAdmin(role) }),
    countLicensesByStatus(db, id),
  ])
  if (!found) throw notFound('Organization')
  const { customer, subscription, suspendedAt, suspensionReason } = found
  return {
    ...customer,
    subscription,
    suspension: suspendedAt === null ? null : { since: suspendedAt, reason: suspensionReason },
    licenses: { ...NO_LICENSES, ...Object.fromEntries(counts.map(({ status, total }) => [status, total])) },
  }
}

export async function requireCustomer(db: Database, id: string) {
  if (!(await existsCustomer(db, id))) throw notFound('Organization')
}

export async function listCustomerInvoices(db: Database, { role }: { role: Role }, id: string, query: ListQuery) {
  const wanted = { ...query, isAdmin: isAdmin(role) }
  const [rows, total] = await Promise.all([findCustomerInvoices(db, id, wanted), countCustomerInvoices(db, id, wanted)])
  return { rows: rows.map(({ amountCents, ...invoice }) => ({ ...invoice, amount: toAmount(amountCents) })), total }
}
