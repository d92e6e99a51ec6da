import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, SubjectKind } from '#contract/operations/audit-actions.ts'
import { now } from '#server/database/columns.ts'
import { currentAction } from '#server/database/former-actions.ts'

export const actorKind = pgEnum('actor_kind', ['user', 'device', 'system', 'anonymous'])
export const auditOutcome = pgEnum('audit_outcome', ['success', 'refused'])

const auditAction = customType<{ data: AuditAction; driverData: string }>({
  dataType: () => 'text',
  fromDriver: currentAction,
})

/** What happened, to what, by whom. A trigger refuses updates and deletes. No foreign keys: it outlives what it tells of. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    createdAt: now(),
    organizationId: uuid(),
    actorKind: actorKind().notNull(),
    actorId: uuid(),
    actorName: text(),
    /** Earlier releases stored other names (former-actions.ts): a query that looks for a renamed action has to look for both. */
    action: auditAction().notNull(),
    outcome: auditOutcome().notNull().default('success'),
    subjectKind: text().$type<SubjectKind>(),
    subjectId: uuid(),
    /** Field → [before, after]; secrets never. */
    changes: jsonb().$type<Record<string, [unknown, unknown]>>().notNull().default({}),
    ip: text(),
    requestId: text(),
  },
  (table) => [
    index().on(table.organizationId, table.createdAt),
    index().on(table.subjectId, table.createdAt),
    index().on(table.actorId, table.createdAt),
    // The noun of an action is its area.
    index('audit_log_area').on(sql`split_part(${table.action}, '.', 1)`, table.createdAt),
    index().on(table.createdAt),
  ],
)
