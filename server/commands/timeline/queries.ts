import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { only } from '#server/database/database.ts'
import { currentAction } from '#server/database/former-actions.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { asDay, today } from '#server/domain/calendar.ts'
import { balance, isOutstanding } from '#server/domain/invoices.ts'
import { ownLive } from '#server/domain/subscriptions.ts'
import type { World } from './world.ts'

type Whose = Pick<World, 'db' | 'organizationId'>

export const outstandingInvoices = ({ db, organizationId }: Whose) =>
  db
    .select({
      id: invoices.id,
      balanceCents: balance,
      dueDate: invoices.dueDate,
      daysOld: sql<number>`${today} - ${asDay(invoices.createdAt)}`,
    })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), isOutstanding))
    .orderBy(asc(invoices.dueDate))

export const outstandingInvoice = (world: Whose) => outstandingInvoices(world).then(only)

export const liveSubscription = ({ db, organizationId }: Whose) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.organizationId, organizationId), isNull(subscriptions.endedAt)))
    .then(only)

/** The status at the end of a day. */
export const readState = ({ db, organizationId }: Whose) =>
  db
    .select({
      seats: sql<number>`coalesce(${subscriptions.licenseLimit}, 0)`,
      status: sql<string>`coalesce(${subscriptions.status}::text, 'none')`,
      balanceCents: sql`coalesce((select sum(${balance}) from ${invoices}
        where ${invoices.organizationId} = ${organizationId} and ${isOutstanding}), 0)`.mapWith(Number),
    })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .where(eq(organizations.id, organizationId))
    .then(only)

type Happening = { what: string; invoice: string | null; cents: number | null; mail: boolean }

const ACTION = 'subscription.'

function sentenceOf(action: string) {
  const name = actionName(currentAction(action))
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** New ledger entries, invoices, subscription changes and emails, by hour. */
export async function readHappenings({ db, organizationId, ownerEmail }: World, since: string) {
  const { rows } = await db.execute<Happening>(sql`
    select what, invoice, cents::float8 as cents, mail from (
      select change.created_at as at, case when from_status is null then 0 else 2 end as rank, case when from_status is null
          then 'invoice issued, due ' || due_date else 'invoice is ' || to_status end as what,
        invoice_number as invoice, case when from_status is null then amount_cents end as cents, false as mail
      from invoice_status_changes change join invoices on invoices.id = invoice_id
      where change.organization_id = ${organizationId}
      union all
      select payments.created_at, 1, case kind when 'payment' then 'paid' when 'reversal' then 'payment taken back'
          when 'credit_kept' then 'kept as credit' when 'credit_used' then 'credit used' else 'credit paid out' end,
        invoice_number, payments.amount_cents, false
      from payments left join invoices on invoices.id = invoice_id where payments.organization_id = ${organizationId}
      union all
      select credit_notes.created_at, 1, 'credit note ' || credit_note_number || ': ' || reason, invoice_number,
        -credit_notes.amount_cents, false
      from credit_notes join invoices on invoices.id = invoice_id where credit_notes.organization_id = ${organizationId}
      union all
      select created_at, 3, action, null, null, false from audit_log
      where organization_id = ${organizationId} and action like ${`${ACTION}%`}
      union all
      select created_at, 4, subject, null, null, true from emails where "to" = ${ownerEmail}
    ) happened
    where at > ${since} order by date_trunc('hour', at), rank, at`)
  return rows.map(({ what, ...row }) => ({ ...row, what: what.startsWith(ACTION) ? sentenceOf(what) : what }))
}
