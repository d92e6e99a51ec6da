import type { AuditAction, SubjectKind } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import { insertEntries } from '#server/database/webhook-events.ts'
import type { Actor } from './actor.ts'

export type Changes = Record<string, [before: unknown, after: unknown]>

type Entry = {
  action: AuditAction
  organizationId?: string | null
  subject?: { kind: SubjectKind; id: string }
  changes?: Changes
  outcome?: 'success' | 'refused'
}

export const audit = (tx: Database, actor: Actor, entry: Entry) => auditMany(tx, actor, [entry])

export async function auditMany(tx: Database, actor: Actor, entries: Entry[]) {
  const rows = entries.map(({ subject, ...entry }) => ({
    ...entry,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    subjectKind: subject?.kind,
    subjectId: subject?.id,
    ip: actor.ip,
    requestId: actor.requestId,
  }))
  await insertEntries(tx, rows)
}

/** `before`: null if it is new. */
export function changedFields<After extends object>(before: Record<keyof After, unknown> | null, after: After) {
  const known: Record<string, unknown> = before ?? {}
  const changes: Changes = {}
  for (const [field, value] of Object.entries(after)) {
    const was = known[field] ?? null
    if (value !== undefined && value !== was) changes[field] = [was, value]
  }
  return changes
}
