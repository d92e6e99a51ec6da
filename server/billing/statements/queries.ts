import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { AGES, type Age } from '#contract/billing/ages.ts'
import { first, type Database, only } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { endOf, startOf } from '#server/domain/calendar.ts'
import { isCountedStatus } from '#server/domain/invoices.ts'

export const findAccountOwner = (db: Database, id: string) =>
  db
    .select({ name: organizations.name, address: organizations.address, vatNumber: organizations.vatNumber })
    .from(organizations)
    .where(eq(organizations.id, id))
    .then(first)

/** Returns whether an invoice with this status is on the account; false for null. */
export const counts = (status: SQLWrapper): SQL<boolean> => sql`coalesce(${isCountedStatus(status)}, false)`

/** PostgreSQL sends sums as text. */
type Row = Record<Age | 'credit', string>

/** In cents, from entries up to a given instant. */
export type AccountBalance = { ages: Record<Age, number>; credit: number }

/** At the start of the day. */
export const findOpening = (db: Database, organizationId: string, day: string) =>
  findAccountBalance(db, { organizationId, day, before: startOf(sql`${day}::date`) })

/** At the end of the day. */
export const findClosing = (db: Database, organizationId: string, day: string) =>
  findAccountBalance(db, { organizationId, day, before: endOf(sql`${day}::date`) })

type BalanceQuery = { organizationId: string; day: string; before: SQL }

async function findAccountBalance(
  db: Database,
  { organizationId, day, before }: BalanceQuery,
): Promise<AccountBalance> {
  const logged = sql`organization_id = ${organizationId} and created_at < ${before}`
  const { rows } = await db.execute<Row>(sql`
    with status as (
      select distinct on (invoice_id) invoice_id, ${counts(sql`to_status`)} as is_counted
      from ${invoiceStatusChanges} where ${logged}
      order by invoice_id, created_at desc, id desc
    ), credited as (
      select invoice_id, sum(amount_cents) as cents from ${creditNotes} where ${logged} group by invoice_id
    ), paid as (
      select invoice_id, sum(amount_cents) as cents from ${payments} where ${logged} group by invoice_id
    ), balance as (
      select
        ${day}::date - due_date as age,
        case when is_counted then amount_cents - coalesce(credited.cents, 0) else 0 end - coalesce(paid.cents, 0) as cents
      from ${invoices}
      left join status on status.invoice_id = id
      left join credited on credited.invoice_id = id
      left join paid on paid.invoice_id = id
      where organization_id = ${organizationId}
    )
    select
      ${owed(sql`age <= 0`)} as current,
      ${owed(sql`age between 1 and 30`)} as days30,
      ${owed(sql`age between 31 and 60`)} as days60,
      ${owed(sql`age between 61 and 90`)} as days90,
      ${owed(sql`age > 90`)} as older,
      coalesce(-sum(cents) filter (where cents < 0), 0) + ${credit(logged)} as credit
    from balance`)
  return present(only(rows))
}

const owed = (isOfAge: SQL) => sql`coalesce(sum(cents) filter (where cents > 0 and ${isOfAge}), 0)`

/** Kept credit (negative on its invoice) less used and refunded credit. */
const credit = (logged: SQL) => sql`(
  select coalesce(sum(case kind when 'refund' then amount_cents else -amount_cents end), 0)
  from ${payments} where ${logged} and kind in ('credit_kept', 'credit_used', 'refund'))`

const present = ({ credit: kept, ...row }: Row): AccountBalance => ({
  ages: {
    current: Number(row.current),
    days30: Number(row.days30),
    days60: Number(row.days60),
    days90: Number(row.days90),
    older: Number(row.older),
  },
  credit: Number(kept),
})

/** In cents; negative if credit exceeds the outstanding amounts. */
export const balanceOf = ({ ages, credit: kept }: AccountBalance) =>
  AGES.reduce((sum, age) => sum + ages[age], 0) - kept
