import { and, asc, eq, gt, inArray, isNotNull, notInArray, sql, type SQL } from 'drizzle-orm'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { later } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { announcement, deliveriesOf } from '#server/database/webhook-events.ts'
import type { Actor } from '#server/platform/actor.ts'

// For all licenses of an organization. The caller has locked it; other changes of licenses share that lock.

/** Makes all licenses inactive except revoked ones, and remembers their status. Returns the number. */
export const switchOff = (tx: Database, actor: Actor, organizationId: string) =>
  switchAll(tx, actor, organizationId, {
    action: 'license.suspended',
    which: notInArray(licenses.status, ['revoked', 'inactive']),
    set: { status: 'inactive', statusBeforeSuspension: sql`${licenses.status}` },
    change: sql`status_before_suspension, status`,
  })

/** Restores exactly those. Returns the number. */
export const switchOn = (tx: Database, actor: Actor, organizationId: string) =>
  switchAll(tx, actor, organizationId, {
    action: 'license.reactivated',
    which: and(eq(licenses.status, 'inactive'), isNotNull(licenses.statusBeforeSuspension)),
    set: { status: sql`${licenses.statusBeforeSuspension}`, statusBeforeSuspension: null },
    change: sql`'inactive', status`,
  })

/** For transactions that write a numbered document before switching licenses: numbers are locked later (lock-order.ts). */
export async function lockLicenses(tx: Database, organizationId: string) {
  let last: string | undefined
  do {
    const rows = await lockSome(tx, organizationId, last)
    last = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id
  } while (last !== undefined)
}

const lockSome = (tx: Database, organizationId: string, last: string | undefined) =>
  tx
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), last === undefined ? undefined : gt(licenses.id, last)))
    .orderBy(asc(licenses.id))
    .limit(AT_ONCE)
    .for('no key update')

type Switch = {
  action: ActionOn<'license'>
  which: SQL | undefined
  set: { status: 'inactive' | SQL; statusBeforeSuspension: SQL | null }
  /** Status before and after for the history, as SQL over the updated row. */
  change: SQL
}

/** Rows per statement, well within the time limit. */
const AT_ONCE = 2000

async function switchAll(tx: Database, actor: Actor, organizationId: string, what: Switch) {
  let changed = 0
  for (;;) {
    const count = await switchSome(tx, actor, organizationId, what)
    changed += count
    if (count < AT_ONCE) return changed
  }
}

/** Changes licenses and writes their history in one statement. */
async function switchSome(tx: Database, actor: Actor, organizationId: string, { action, which, set, change }: Switch) {
  const some = tx
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), which))
    .limit(AT_ONCE)
  const update = tx
    .update(licenses)
    .set({ ...set, updatedAt: later(licenses.updatedAt) })
    .where(inArray(licenses.id, some))
    .returning({ id: licenses.id, status: licenses.status, before: licenses.statusBeforeSuspension })
  const { rows } = await tx.execute<{ count: number }>(sql`
    with changed as ${update},
    entries as (insert into ${auditLog}
      (organization_id, actor_kind, actor_id, actor_name, ip, request_id, action, subject_kind, subject_id, changes)
      select ${organizationId}::uuid, ${actor.kind}::actor_kind, ${actor.id}::uuid, ${actor.name}, ${actor.ip},
        ${actor.requestId}, ${action}, 'license', id, jsonb_build_object('status', jsonb_build_array(${change}))
      from changed
      returning *),
    ${deliveriesOf()}
    select (select count(*)::int from changed) as count, (${announcement}) as announced`)
  return rows[0]?.count ?? 0
}
