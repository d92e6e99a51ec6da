import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, SubjectKind } from '#contract/operations/audit/audit-actions.ts'
import { now } from '#server/database/columns.ts'
import { currentAction } from '#server/database/former-actions.ts'

export const actorKind = pgEnum('actor_kind', ['user', 'device', 'system', 'anonymous'])
export const auditOutcome = pgEnum('audit_outcome', ['success', 'refused'])

const auditAction = customType<{ data: AuditAction; driverData: string }>({
  dataType: () => 'text',
  fromDriver: currentAction,
})

/** The audit log. A trigger refuses updates and deletes. No foreign keys, because entries outlive their subjects. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    createdAt: now(),
    organizationId: uuid(),
    actorKind: actorKind().notNull(),
    actorId: uuid(),
    actorName: text(),
    /** Older releases stored other names (former-actions.ts), so queries must look for both. */
    action: auditAction().notNull(),
    outcome: auditOutcome().notNull().default('success'),
    subjectKind: text().$type<SubjectKind>(),
    subjectId: uuid(),
    /** Field → [before, after], without secrets. */
    changes: jsonb().$type<Record<string, [unknown, unknown]>>().notNull().default({}),
    ip: text(),
    requestId: text(),
  },
  (table) => [
    index().on(table.organizationId, table.createdAt),
    index().on(table.subjectId, table.createdAt),
    index().on(table.actorId, table.createdAt),
    // The action's noun is its area.
    index('audit_log_organization_noun').on(
      table.organizationId,
      sql`split_part(${table.action}, '.', 1)`,
      table.createdAt,
    ),
    index('audit_log_area').on(sql`split_part(${table.action}, '.', 1)`, table.createdAt),
    index().on(table.createdAt),
    // A user with an API token has many other entries.
    index('audit_log_presence')
      .on(table.actorId, table.action, table.createdAt)
      .where(
        sql`${table.action} in ('session.opened', 'session.closed', 'invitation.accepted') and ${table.outcome} = 'success'`,
      ),
  ],
)
