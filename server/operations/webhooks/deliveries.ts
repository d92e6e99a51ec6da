import { randomUUID } from 'node:crypto'
import { fullName } from '#contract/identity/session.ts'
import { KEPT_DAYS, MOST_REPLAYED, NOT_RECENT, WEBHOOK_OFF } from '#contract/operations/webhooks.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { auditWebhook, lockOwned, ownerOf } from './actions.ts'
import { queueDeliveries } from './delivery/plan.ts'
import { findDelivery, insertTest, isRecent, readNow, replaySince, setDueAgain } from './queries.ts'

const TEST = 'webhook.test'

type LockedWebhook = Awaited<ReturnType<typeof lockOwned>>
type By = { platform: Platform; user: SessionUser }

/** Locks a webhook that is on, and sends what `run` makes due. Counts towards the user’s limit. */
async function withWebhookOn<Result>(
  { platform, user }: By,
  id: string,
  run: (tx: Database, webhook: LockedWebhook) => Promise<Result>,
) {
  await platform.limits.spend('webhook event by user', user.id)
  return platform.db.transaction(async (tx) => {
    const webhook = await lockOwned(tx, ownerOf(user), id)
    if (!webhook.isEnabled) throw conflict(WEBHOOK_OFF)
    const result = await run(tx, webhook)
    await queueDeliveries(platform.jobs, tx, [webhook])
    return result
  })
}

export const sendTest = (by: By, id: string) =>
  withWebhookOn(by, id, async (tx, { organizationId: owner }) => {
    const { user } = by
    const actor = { kind: 'user' as const, id: user.id, name: fullName(user) }
    const data = { organizationId: owner, actor, subject: null, changes: {} }
    const payload = { type: TEST, timestamp: await readNow(tx), data }
    return insertTest(tx, { organizationId: owner, endpointId: id, eventId: `evt_test_${randomUUID()}`, payload })
  })

export async function resend(by: By, actor: Actor, id: string) {
  const owner = ownerOf(by.user)
  const delivery = await findDelivery(by.platform.db, owner, id)
  if (!delivery) throw notFound('Delivery')
  return withWebhookOn(by, delivery.endpointId, async (tx, webhook) => {
    const due = await setDueAgain(tx, owner, id)
    if (!due) throw notFound('Delivery')
    await auditWebhook(tx, actor, 'webhook.replayed', webhook, { events: [null, 1] })
    return due
  })
}

export async function replay(by: By, actor: Actor, id: string, since: string) {
  if (!(await isRecent(by.platform.db, since, KEPT_DAYS))) throw badRequest(NOT_RECENT, { since: NOT_RECENT })
  return withWebhookOn(by, id, async (tx, webhook) => {
    const { count, last } = await replaySince(tx, webhook.organizationId, id, since)
    await auditWebhook(tx, actor, 'webhook.replayed', webhook, { since: [null, since], events: [null, count] })
    const nextSince = last !== null && count >= MOST_REPLAYED ? new Date(Date.parse(last) + 1).toISOString() : null
    return { count, nextSince }
  })
}
