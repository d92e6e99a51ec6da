import { and, count, eq, gte, lte, sql } from 'drizzle-orm'
import { AGES, type Age } from '#contract/billing/ages.ts'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { balance, isOfAge, isOutstanding, movesMoney } from '#server/domain/invoices.ts'
import { nameOf } from '#server/domain/users.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const age = sql<Age>`case ${sql.join(
  AGES.map((name) => sql`when ${isOfAge(name)} then ${sql.raw(`'${name}'`)}`),
  sql` `,
)} end`

export const findAges = (db: Database) =>
  db
    .select({ age: age.as('age'), cents: sql`sum(${balance})`.mapWith(Number), invoices: count() })
    .from(invoices)
    .where(isOutstanding)
    .groupBy(sql`1`)

export type PaymentFilter = {
  organizationId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const matching = ({ organizationId, from, to }: PaymentFilter) =>
  and(
    movesMoney,
    organizationId === undefined ? undefined : eq(payments.organizationId, organizationId),
    from === undefined ? undefined : gte(payments.receivedOn, from),
    to === undefined ? undefined : lte(payments.receivedOn, to),
  )

const newestFirst = { by: payments.createdAt, id: payments.id, descending: true }

export const findPayments = (db: Database, filter: PaymentFilter, page: ListQuery) =>
  db
    .select({
      id: payments.id,
      kind: payments.kind,
      amountCents: payments.amountCents,
      receivedOn: payments.receivedOn,
      reference: payments.reference,
      note: payments.note,
      createdAt: payments.createdAt,
      organizationName: organizations.name,
      invoiceNumber: invoices.invoiceNumber,
      recordedBy: sql<string | null>`${nameOf(users)}`,
      sortKey: sql<string>`${payments.createdAt}::text`,
    })
    .from(payments)
    .innerJoin(organizations, eq(organizations.id, payments.organizationId))
    .leftJoin(invoices, and(eq(invoices.organizationId, payments.organizationId), eq(invoices.id, payments.invoiceId)))
    .leftJoin(users, eq(users.id, payments.userId))
    .where(and(matching(filter), after(page, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(page))

export const countPayments = (db: Database, filter: PaymentFilter) => db.$count(payments, matching(filter))
