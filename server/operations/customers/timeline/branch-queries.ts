import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { INTERNAL_REASON } from '#contract/operations/audit.ts'
import type { TimelineKind } from '#contract/operations/timeline.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isShownToCustomers } from '#server/domain/invoices.ts'
import { actorNameIn, nameOf } from '#server/domain/users.ts'
import { auditedGroups, type AuditedGroup } from './events.ts'

type Value = string | number | Placeholder

/** An entry's time and key, which order the timeline. */
export type Position = { at: Value; key: Value; isIncluded: boolean }

export type TimelineQuery = {
  organizationId: Value
  isAdmin: boolean
  kind?: TimelineKind | undefined
  from?: Position | undefined
  limit: Value
}

type Columns = {
  key: SQL
  at: SQL
  event: SQL
  outcome?: SQL
  subjectKind?: SQL
  subjectId?: SQL
  name?: SQL
  actor?: SQL
  detail?: SQL
  cents?: SQL
}

type Branch = Columns & { kind: TimelineKind; from: SQL; where: SQL }

const nothing = sql`null::text`

/** The newest rows of one table that may be on the page. Reads only these, in the order of an index that starts with the organization. */
function select(branch: Branch, { from, limit }: Pick<TimelineQuery, 'from' | 'limit'>) {
  const { key, at } = branch
  const order = sql`(${key}) collate "C"`
  return sql`(select ${branch.kind}::text as kind, ${key} as key, ${at} as at, ${branch.event} as event,
    ${branch.outcome ?? sql`'success'`}::text as outcome, ${branch.subjectKind ?? nothing} as subject_kind,
    ${branch.subjectId ?? sql`null::uuid`} as subject_id, ${branch.name ?? nothing} as name, ${branch.actor ?? nothing} as actor,
    ${branch.detail ?? nothing} as detail, ${branch.cents ?? sql`null::bigint`} as cents
    from ${branch.from} where ${branch.where} ${from ? before(at, order, from) : sql``}
    order by ${at} desc, ${order} desc limit ${limit})`
}

const before = (at: SQL, key: SQL, from: Position) =>
  sql`and ${at} <= ${from.at}::timestamptz
    and (${at}, ${key}) ${from.isIncluded ? sql`<=` : sql`<`} (${from.at}::timestamptz, ${from.key}::text collate "C")`

export const selectBranches = (wanted: TimelineQuery) => {
  const branches = branchesFor(wanted).filter(({ kind }) => !wanted.kind || kind === wanted.kind)
  return sql.join(
    branches.map((branch) => select(branch, wanted)),
    sql` union all `,
  )
}

const branchesFor = (wanted: TimelineQuery): Branch[] => [
  ...auditedGroups.map((group) => audited(group, wanted)),
  ticketsOpened(wanted),
  invoiceChanges(wanted),
  creditNotesIssued(wanted),
  paymentsPosted(wanted),
  versionsStarted(wanted),
  emailsTo(wanted),
]

/** Changes of a ticket count only if they move its status. */
const audited = ({ kind, noun, actions }: AuditedGroup, { organizationId }: TimelineQuery): Branch => ({
  kind,
  key: sql`'audit:' || ${auditLog.id}::text`,
  at: sql`${auditLog.createdAt}`,
  event: sql`${auditLog.action}`,
  outcome: sql`${auditLog.outcome}`,
  subjectKind: sql`case when ${auditLog.subjectKind} = 'user' then 'person' else ${auditLog.subjectKind} end`,
  subjectId: sql`${auditLog.subjectId}`,
  name: sql`coalesce(${auditLog.changes}->'label'->>1, ${auditLog.changes}->'email'->>1, ${auditLog.changes}->'label'->>0)`,
  actor: sql`(select ${actorNameIn(users)} from (select) entry left join ${users} on ${users.id} = ${auditLog.actorId})`,
  detail: detailOf(noun),
  from: sql`${auditLog}`,
  where: sql`${auditLog.organizationId} = ${organizationId} and split_part(${auditLog.action}, '.', 1) = ${noun}
    and ${auditLog.action} = any(${sql.param(actions)}::text[])
    ${noun === 'ticket' ? sql`and (${auditLog.action} <> 'ticket.updated' or ${auditLog.changes} ? 'status')` : sql``}`,
})

const fields: Record<string, string> = { ticket: 'status', session: 'reason', organization: INTERNAL_REASON }

/** The new value of the field that says most about the action. */
function detailOf(noun: string) {
  const field = fields[noun]
  return field ? sql`${auditLog.changes}->${field}::text->>1` : nothing
}

const actorOf = (userId: SQL) => sql`(select ${nameOf(users)} from ${users} where ${users.id} = ${userId})`

const ticketsOpened = ({ organizationId }: TimelineQuery): Branch => ({
  kind: 'ticket',
  key: sql`'ticket:' || ${tickets.id}::text`,
  at: sql`${tickets.createdAt}`,
  event: sql`'ticket.created'`,
  subjectKind: sql`'ticket'`,
  subjectId: sql`${tickets.id}`,
  actor: actorOf(sql`${tickets.userId}`),
  from: sql`${tickets}`,
  where: sql`${tickets.organizationId} = ${organizationId}`,
})

/** Payments say when an invoice was paid. Agents see no drafts. */
const invoiceChanges = ({ organizationId, isAdmin }: TimelineQuery): Branch => ({
  kind: 'invoice',
  key: sql`'invoice:' || ${invoiceStatusChanges.id}::text`,
  at: sql`${invoiceStatusChanges.createdAt}`,
  event: sql`'invoice.' || ${invoiceStatusChanges.toStatus}::text`,
  subjectKind: sql`'invoice'`,
  subjectId: sql`${invoiceStatusChanges.invoiceId}`,
  actor: actorOf(sql`${invoiceStatusChanges.userId}`),
  from: sql`${invoiceStatusChanges}`,
  where: sql`${invoiceStatusChanges.organizationId} = ${organizationId} and ${invoiceStatusChanges.toStatus} <> 'paid'
    ${isAdmin ? sql`` : isIssued}`,
})

const isIssued = sql`and ${invoiceStatusChanges.toStatus} <> 'draft' and exists (
  select from ${invoices} where ${invoices.organizationId} = ${invoiceStatusChanges.organizationId}
    and ${invoices.id} = ${invoiceStatusChanges.invoiceId} and ${isShownToCustomers})`

const creditNotesIssued = ({ organizationId }: TimelineQuery): Branch => ({
  kind: 'invoice',
  key: sql`'credit-note:' || ${creditNotes.id}::text`,
  at: sql`${creditNotes.createdAt}`,
  event: sql`'credit-note.issued'`,
  subjectKind: sql`'invoice'`,
  subjectId: sql`${creditNotes.invoiceId}`,
  actor: actorOf(sql`${creditNotes.userId}`),
  detail: sql`${creditNotes.creditNoteNumber}`,
  cents: sql`${creditNotes.amountCents}`,
  from: sql`${creditNotes}`,
  where: sql`${creditNotes.organizationId} = ${organizationId}`,
})

const paymentsPosted = ({ organizationId }: TimelineQuery): Branch => ({
  kind: 'payment',
  key: sql`'payment:' || ${payments.id}::text`,
  at: sql`${payments.createdAt}`,
  event: sql`'payment.' || ${payments.kind}::text`,
  subjectKind: sql`'invoice'`,
  subjectId: sql`${payments.invoiceId}`,
  actor: actorOf(sql`${payments.userId}`),
  cents: sql`abs(${payments.amountCents})`,
  from: sql`${payments}`,
  where: sql`${payments.organizationId} = ${organizationId}`,
})

const versionText = sql`split_part(entry, e'\\n', 1)`
const startText = sql`split_part(entry, e'\\n', 2) collate "C"`

/** Each row of check-ins has the versions of one device and their first check-ins. As text, instants sort alike and faster. */
const versionsStarted = ({ organizationId, from, limit }: TimelineQuery): Branch => ({
  kind: 'device',
  key: sql`'version:' || started.license_id::text || ':' || started.version`,
  at: sql`started.at`,
  event: sql`'version.started'`,
  subjectKind: sql`'license'`,
  subjectId: sql`started.license_id`,
  detail: sql`started.version`,
  from: sql`(
    select license_id, ${versionText} as version, (${startText})::timestamptz(3) as at from (
      select ${checkIns.licenseId} as license_id, entry from ${checkIns}, unnest(${checkIns.versions}) entry
      where ${checkIns.organizationId} = ${organizationId} ${from ? startedBefore(from) : sql``}
      order by ${startText} desc, license_id desc, entry collate "C" desc limit ${limit}
    ) newest) started`,
  where: sql`true`,
})

const startedBefore = ({ at, key, isIncluded }: Position) =>
  sql`and (${startText}, ('version:' || ${checkIns.licenseId}::text || ':' || ${versionText}) collate "C")
    ${isIncluded ? sql`<=` : sql`<`} (${at}::text collate "C", ${key}::text collate "C")`

/** To its people, and to its own address, unless they are about an invoice of another organization with the same address. */
const emailsTo = ({ organizationId, from, limit }: TimelineQuery): Branch => ({
  kind: 'email',
  key: sql`'email:' || sent.id::text`,
  at: sql`sent.created_at`,
  event: sql`'email.' || sent.kind`,
  subjectKind: sql`'person'`,
  subjectId: sql`sent.user_id`,
  name: sql`sent.address`,
  detail: sql`sent.subject`,
  from: sql`(
    select addresses.user_id, addresses.address, mail.* from (
      select ${users.id} as user_id, ${users.email} as address from ${users} where ${users.organizationId} = ${organizationId}
      union all
      select null, ${organizations.contactEmail} from ${organizations}
      where ${organizations.id} = ${organizationId} and not exists (
        select from ${users} where lower(${users.email}) = lower(${organizations.contactEmail}))
    ) addresses, lateral (
      select ${emails.id}, ${emails.kind}, ${emails.subject}, ${emails.createdAt} from ${emails}
      where ${emails.to} = addresses.address
        and coalesce(${emails.attachment}->>'organizationId', ${organizationId}::text) = ${organizationId}::text
        ${from ? before(sql`${emails.createdAt}`, sql`('email:' || ${emails.id}::text) collate "C"`, from) : sql``}
      order by ${emails.createdAt} desc, ${emails.id} desc limit ${limit}
    ) mail) sent`,
  where: sql`true`,
})
