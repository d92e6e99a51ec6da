import { LONGEST_PAUSE, PAUSE_RANGE, type ReminderPause } from '#contract/billing/reminders.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { changedFields } from '#server/platform/audit.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { auditOrganization } from './actions.ts'
import { findPause, isWithinDays, updateOrganization } from './queries.ts'

export const pauseReminders = (db: Database, actor: Actor, { id, pausedUntil }: ReminderPause & { id: string }) =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, id)
    if (pausedUntil !== null && !(await isWithinDays(tx, pausedUntil, LONGEST_PAUSE)))
      throw badRequest(PAUSE_RANGE, { pausedUntil: PAUSE_RANGE })
    const wanted = { remindersPausedUntil: pausedUntil }
    const changes = changedFields(await findPause(tx, id), wanted)
    if (Object.keys(changes).length > 0) {
      await updateOrganization(tx, id, wanted)
      const action = pausedUntil === null ? 'organization.reminders-resumed' : 'organization.reminders-paused'
      await auditOrganization(tx, actor, id, { action, changes })
    }
    return { pausedUntil }
  })
