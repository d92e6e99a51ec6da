import { toAmount } from '#contract/money.ts'
import type { CustomerDetail } from '#contract/operations/customers.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { countByStatus } from '#server/licensing/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { ListQuery } from '#server/platform/http/lists/queries.ts'
import { existsCustomer, findCustomer } from './queries.ts'
import { countCustomerInvoices, findCustomerInvoices } from './record-queries.ts'

export async function readCustomer(db: Database, { role }: { role: Role }, id: string): Promise<CustomerDetail> {
  const [found, licenses] = await Promise.all([
    findCustomer(db, id, { isAdmin: isAdmin(role) }),
    countByStatus(db, { organizationId: id }),
  ])
  if (!found) throw notFound('Organization')
  const { customer, subscription, suspendedAt, suspensionReason } = found
  return {
    ...customer,
    subscription,
    suspension: suspendedAt === null ? null : { since: suspendedAt, reason: suspensionReason },
    licenses,
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
