import { sql, type SQL } from 'drizzle-orm'
import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import type { StatementLineKind, StatementRange } from '#contract/billing/statements.ts'
import { wasIssued } from '#server/database/customer-entries.ts'
import type { Database } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { asDay, endOf, startOf } from '#server/domain/calendar.ts'
import { movesMoney } from '#server/domain/invoices.ts'
import { counts } from './queries.ts'

/** A change of the account; `cents` is negative if it lowers the balance. */
export type AccountEvent = {
  /** The sort order: `second`, then `place`, then `id`. */
  second: string
  place: number
  id: string
  kind: StatementLineKind
  /** In the vendor’s time zone. */
  day: string
  cents: string
  invoiceNumber: string | null
  dueDate: string | null
  /** Whether the invoice was on the account before. */
  isReturn: boolean
  toStatus: InvoiceStatus | null
  reference: string | null
  receivedOn: string | null
}

export type StatementQuery = StatementRange & { organizationId: string }
export type Place = Pick<AccountEvent, 'second' | 'place' | 'id'>

/** Events of one action share a second and are listed in this order. */
const PLACES = sql.raw(`array['invoice', 'payment', 'reversal', 'credit_note', 'void', 'refund']`)

export async function findEvents(
  db: Database,
  query: StatementQuery,
  { after, limit }: { after?: Place; limit: number },
) {
  const { rows } = await db.execute<AccountEvent>(sql`
    with page as (
      select * from (
        select *, date_trunc('second', at) as second, array_position(${PLACES}, kind) as place
        from (${moves(query, after)} union all ${notes(query, after)} union all ${money(query, after)}) as logged
      ) as placed
      where ${after ? sql`(second, place, id) > (${after.second}, ${after.place}, ${after.id})` : sql`true`}
      order by second, place, id
      limit ${limit}
    )
    select
      page.second::text, page.place, page.id, page.kind,
      ${asDay(sql`page.at`)}::text as day,
      ${centsOf} as cents,
      ${invoices.invoiceNumber} as "invoiceNumber",
      ${invoices.dueDate}::text as "dueDate",
      case when page.kind = 'invoice' then ${wasOnAccount} else false end as "isReturn",
      page.to_status as "toStatus",
      page.reference,
      page.received_on::text as "receivedOn"
    from page left join ${invoices} on ${invoices.id} = page.invoice_id
    order by page.second, page.place, page.id`)
  return rows
}

const within = (column: SQL, { from, to }: StatementQuery, after: Place | undefined) =>
  sql`${column} >= ${after ? sql`${after.second}::timestamptz` : startOf(sql`${from}::date`)} and ${column} < ${endOf(sql`${to}::date`)}`

/** Includes only status changes that add an invoice to the account or remove it. */
const moves = (query: StatementQuery, after: Place | undefined) => sql`
  select
    id, created_at as at, invoice_id, to_status, null::bigint as cents,
    case when ${counts(sql`to_status`)} then 'invoice' else 'void' end as kind,
    null as reference, null::date as received_on
  from ${invoiceStatusChanges}
  where organization_id = ${query.organizationId} and ${within(sql`created_at`, query, after)}
    and ${counts(sql`from_status`)} <> ${counts(sql`to_status`)}`

const notes = (query: StatementQuery, after: Place | undefined) => sql`
  select
    id, created_at, invoice_id, null::invoice_status, amount_cents, 'credit_note',
    credit_note_number, null::date
  from ${creditNotes}
  where organization_id = ${query.organizationId} and ${within(sql`created_at`, query, after)}`

const money = (query: StatementQuery, after: Place | undefined) => sql`
  select
    id, created_at, invoice_id, null::invoice_status, amount_cents, kind::text,
    reference, received_on
  from ${payments}
  where organization_id = ${query.organizationId} and ${within(sql`created_at`, query, after)}
    and ${movesMoney}`

/** An invoice counts less its earlier credit notes; a credit note counts only if its invoice counts at that time. */
const centsOf = sql`case page.kind
  when 'invoice' then ${invoices.amountCents} - ${creditedBefore()}
  when 'void' then ${creditedBefore()} - ${invoices.amountCents}
  when 'credit_note' then case when ${countedBefore()} then -page.cents else 0 end
  else -page.cents end`

function creditedBefore() {
  return sql`coalesce((
    select sum(amount_cents) from ${creditNotes} where invoice_id = page.invoice_id and created_at <= page.at), 0)`
}

const wasOnAccount = wasIssued({ organizationId: invoices.organizationId, id: sql`page.invoice_id` }, sql`page.at`)

function countedBefore() {
  return counts(sql`(
    select to_status from ${invoiceStatusChanges}
    where organization_id = ${invoices.organizationId} and invoice_id = page.invoice_id and created_at < page.at
    order by created_at desc, id desc limit 1)`)
}
