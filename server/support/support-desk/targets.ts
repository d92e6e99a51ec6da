import type { TicketTarget } from '#contract/support/support-desk.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { selectTargets, updateTarget } from './target-queries.ts'

export const listTargets = (db: Database): Promise<TicketTarget[]> => selectTargets(db)

export const setTargets = (db: Database, actor: Actor, wanted: TicketTarget[]): Promise<TicketTarget[]> =>
  db.transaction(async (tx) => {
    const before = new Map((await selectTargets(tx).for('update')).map((target) => [target.priority, target]))
    let changes = {}
    for (const { priority, ...hours } of wanted) {
      const changed = changedFields(before.get(priority) ?? null, hours)
      changes = { ...changes, ...ofPriority(priority, changed) }
      await updateTarget(tx, priority, hours)
    }
    if (Object.keys(changes).length > 0)
      await audit(tx, actor, { action: 'target.updated', organizationId: null, changes })
    return listTargets(tx)
  })

/** One audit entry may contain several priorities: 'urgentResolutionHours'. */
const ofPriority = <Change>(priority: string, changes: Record<string, Change>) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      `${priority}${field[0]?.toUpperCase()}${field.slice(1)}`,
      change,
    ]),
  )
