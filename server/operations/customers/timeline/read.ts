import { toAmount } from '#contract/money.ts'
import { AuditOutcome } from '#contract/operations/audit.ts'
import { MAIL_KINDS, mailKinds, type MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { TimelineKind, TimelineSubject, type TimelineEntry } from '#contract/operations/timeline.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { currentAction } from '#server/database/former-actions.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { requireCustomer } from '#server/operations/customers/actions.ts'
import type { Position } from './branch-queries.ts'
import { findEntries, PAGE } from './queries.ts'

type Query = {
  kind?: TimelineKind | undefined
  limit?: number | undefined
  cursor?: string | undefined
  from?: string | undefined
}

export async function readTimeline(db: Database, { role }: { role: Role }, organizationId: string, query: Query) {
  await requireCustomer(db, organizationId)
  const limit = Math.min(query.limit ?? PAGE, PAGE)
  const from = positionOf(query)
  const rows = await findEntries(db, {
    organizationId,
    isAdmin: isAdmin(role),
    kind: query.kind,
    limit,
    ...(from && { from }),
  })
  const entries = rows.map((row) => present(row, isAdmin(role)))
  return { entries, next: entries.length === limit ? entries.at(-1)?.id : undefined }
}

type Row = Awaited<ReturnType<typeof findEntries>>[number]

function present(row: Row, isForAdmin: boolean): TimelineEntry {
  const { key, at, actor, detail, cents, subjectId, subjectKind, name } = row
  const kind = TimelineKind.options.find((option) => option === row.kind) ?? 'account'
  const subject = TimelineSubject.shape.kind.options.find((option) => option === subjectKind)
  const mail = MAIL_KINDS.find((one) => row.event === `email.${one}`)
  return {
    id: writePosition({ at, key }),
    kind,
    at,
    event: currentAction(row.event),
    outcome: AuditOutcome.options.find((option) => option === row.outcome) ?? 'success',
    subject: subject ? { kind: subject, id: subjectId, name } : null,
    actorName: actor,
    detail: mail && !isForAdmin && isAboutMoney(mail) ? mailKinds[mail].name : (detail ?? (subject ? null : name)),
    amount: cents === null || !isForAdmin ? null : toAmount(Number(cents)),
  }
}

/** Subjects of these emails may say what was paid. */
const isAboutMoney = (mail: MailKind) => mailKinds[mail].group === 'Invoices and payments'

const writePosition = ({ at, key }: { at: string; key: string }) =>
  Buffer.from(JSON.stringify([at, key])).toString('base64url')

/** A cursor continues after its entry, `from` starts with it. */
function positionOf({ cursor, from }: Query): Position | undefined {
  const token = cursor ?? from
  return token === undefined ? undefined : { ...readPosition(token), isIncluded: cursor === undefined }
}

/** Years that PostgreSQL knows, too. */
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const KEY = /^[a-z-]+:[^\p{Cc}\p{Cs}]{1,300}$/u

function readPosition(token: string) {
  const [at, key] = parse(Buffer.from(token, 'base64url').toString())
  if (typeof at !== 'string' || typeof key !== 'string') throw badRequest(NO_ENTRY)
  if (!INSTANT.test(at) || Number.isNaN(Date.parse(at)) || !KEY.test(key)) throw badRequest(NO_ENTRY)
  return { at, key }
}

const NO_ENTRY = 'Invalid cursor'

function parse(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
