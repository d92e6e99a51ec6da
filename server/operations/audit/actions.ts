import type { AuditFilter } from '#contract/operations/audit.ts'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { everyRow } from '#server/platform/http/lists/pages.ts'
import type { Sources } from '#server/platform/platform.ts'
import { findEntry, findOfRequest, selectEntries, type Scope } from './queries.ts'

export const auditColumns = [
  { key: 'when', header: 'When (UTC)' },
  { key: 'organization', header: 'Organization' },
  { key: 'actor', header: 'Actor' },
  { key: 'action', header: 'Action' },
  { key: 'subject', header: 'Subject' },
  { key: 'changes', header: 'Changes' },
  { key: 'address', header: 'IP address' },
  { key: 'outcome', header: 'Outcome' },
] as const

/** An entry with the other ones of its request. 404 if the reader may not see it. */
export async function readEntry(db: Database, scope: Scope, id: string) {
  const entry = await findEntry(db, scope, id)
  if (!entry) throw notFound('Audit entry')
  const { requestId } = entry
  return { entry, others: requestId === null ? [] : await findOfRequest(db, scope, { ...entry, requestId }) }
}

/** Streams all matching entries, a page at a time. The export itself is audited. */
export async function exportEntries({ db, reports }: Sources, actor: Actor, scope: Scope, filter: AuditFilter) {
  await audit(db, actor, {
    action: 'audit.exported',
    organizationId: scope === 'all' ? null : scope.organizationId,
    changes: { filter: [null, filter] },
  })
  return everyEntry(reports, scope, filter)
}

async function* everyEntry(db: Database, scope: Scope, filter: AuditFilter) {
  for await (const entry of everyRow((page) => selectEntries(db, scope, { ...filter, ...page }))) yield toRow(entry)
}

type Entry = Awaited<ReturnType<typeof selectEntries>>[number]

const toRow = (entry: Entry) => ({
  when: entry.createdAt,
  organization: entry.organizationName,
  actor: entry.actorName ?? entry.actorKind,
  action: actionName(entry.action),
  subject: entry.subjectName ?? entry.subjectKind,
  changes: Object.entries(entry.changes)
    .map(([field, [before, after]]) => `${field}: ${textOf(before)} → ${textOf(after)}`)
    .join('; '),
  address: entry.ip,
  outcome: entry.outcome,
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
