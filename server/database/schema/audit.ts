import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { now } from '#server/database/columns.ts'

export const actorKind = pgEnum('actor_kind', ['user', 'device', 'system', 'anonymous'])
export const auditOutcome = pgEnum('audit_outcome', ['success', 'refused'])

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
    /** 'license.created', 'session.refused' */
    action: text().notNull(),
    outcome: auditOutcome().notNull().default('success'),
    subjectKind: text(),
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
