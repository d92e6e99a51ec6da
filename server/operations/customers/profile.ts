import { changeTags } from '#contract/licensing/tags.ts'
import { NO_SUCH_OWNER } from '#contract/operations/customers.ts'
import type { Role } from '#contract/roles.ts'
import { isSnoozeTime, SNOOZE_IN_FUTURE } from '#contract/support/teamwork.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganization } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { readCustomer } from './actions.ts'
import { findName, findOwner, findProfile, saveProfile } from './profile-queries.ts'

type Target = { id: string; reader: { role: Role } }

/** The audit entries have no organization, because its administrators read their own organization's. */
export const setTags = (db: Database, actor: Actor, { id, reader }: Target, wanted: string[]) =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, id)
    const { tags: before = [] } = (await findProfile(tx, id)) ?? {}
    const tags = changeTags([], { add: wanted })
    if (tags.join() !== before.join()) {
      await saveProfile(tx, id, { tags })
      await audit(tx, actor, {
        action: 'organization.tags-changed',
        subject: { kind: 'organization', id },
        changes: { tags: [before.join(', ') || null, tags.join(', ') || null] },
      })
    }
    return readCustomer(tx, reader, id)
  })

export const setOwner = (db: Database, actor: Actor, { id, reader }: Target, ownerId: string | null) =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, id)
    const owner = ownerId === null ? null : await findOwner(tx, ownerId)
    if (owner === undefined) throw badRequest(NO_SUCH_OWNER, { ownerId: NO_SUCH_OWNER })
    const before = (await findProfile(tx, id))?.ownerId ?? null
    if (before !== ownerId) {
      await saveProfile(tx, id, { ownerId })
      const former = before === null ? undefined : await findName(tx, before)
      await audit(tx, actor, {
        action: 'organization.owner-changed',
        subject: { kind: 'organization', id },
        changes: { owner: [former?.name ?? null, owner?.name ?? null] },
      })
    }
    return readCustomer(tx, reader, id)
  })

export const snoozeCustomer = (db: Database, actor: Actor, id: string, until: string | null) =>
  db.transaction(async (tx) => {
    const { now } = await lockOrganization(tx, id)
    if (until !== null && !isSnoozeTime(until, now)) throw badRequest(SNOOZE_IN_FUTURE, { until: SNOOZE_IN_FUTURE })
    const before = (await findProfile(tx, id))?.snoozedUntil ?? null
    await saveProfile(tx, id, { snoozedAt: until === null ? null : now, snoozedUntil: until })
    await audit(tx, actor, {
      action: 'organization.snoozed',
      subject: { kind: 'organization', id },
      changes: { snoozedUntil: [before, until] },
    })
    return { message: until === null ? 'Snooze ended' : 'Organization snoozed' }
  })
