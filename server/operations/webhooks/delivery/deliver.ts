import { Counter } from 'prom-client'
import { Webhook as Signer } from 'standardwebhooks'
import { DAY } from '#contract/dates.ts'
import type { DisabledReason } from '#contract/operations/webhooks.ts'
import type { Database } from '#server/database/database.ts'
import { auditWebhook } from '#server/operations/webhooks/actions.ts'
import { lockWebhook, updateWebhook } from '#server/operations/webhooks/queries.ts'
import { systemActor } from '#server/platform/actor.ts'
import { reachOf, type Reach } from '#server/platform/http/outbound/targets.ts'
import type { Platform } from '#server/platform/platform.ts'
import { bodyOf } from './bodies.ts'
import { webhookFailed } from './emails.ts'
import {
  claimDue,
  findTarget,
  hasNothingArrivedSince,
  recordResult,
  selectAdministrators,
  type ClaimedDelivery,
  type Target,
} from './queries.ts'
import { send, type Answer } from './send.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds after each failed attempt, about three days in all. */
export const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR]

/** Requests to one webhook at a time. */
const AT_ONCE = 5

/** Milliseconds after which the rest waits for the next job. */
const ENOUGH = 60_000

const attempts = new Counter({
  name: 'latchkey_webhook_attempts_total',
  help: 'Attempts of this process to deliver an event, by the receiver’s answer',
  labelNames: ['result'],
  registers: [],
})
const RESULTS = ['accepted', 'refused', 'unanswered'] as const
for (const result of RESULTS) attempts.inc({ result }, 0)

export const webhookMetrics = [attempts]

/** Job: sends everything that is due to one webhook. A receiver that answers nothing keeps the workers from others only once. */
export async function deliverWebhook(platform: Platform, endpointId: string, reach: Partial<Reach> = {}) {
  const until = performance.now() + ENOUGH
  let isAnswering = true
  while (isAnswering && performance.now() < until) {
    const target = await findTarget(platform.db, endpointId)
    const claimed = target ? await claimDue(platform.db, target, AT_ONCE) : []
    if (!target || claimed.length === 0) return
    const answers = await Promise.all(claimed.map((delivery) => deliver(platform, target, delivery, reach)))
    isAnswering = answers.some(({ status }) => status !== null)
  }
}

async function deliver(platform: Platform, target: Target, delivery: ClaimedDelivery, reach: Partial<Reach>) {
  const body = bodyOf(target.format, delivery.payload)
  const headers = headersOf(platform, target, delivery, body)
  const answer = await send({ ...reachOf(platform), ...reach, url: target.url, headers, body })
  attempts.inc({ result: resultOf(answer) })
  await platform.db.transaction((tx) => settle(platform, tx, { target, delivery, answer }))
  return answer
}

function headersOf(
  { seal }: Platform,
  { secret, previousSecret }: Target,
  { eventId, now }: ClaimedDelivery,
  body: string,
) {
  const at = new Date(now)
  const secrets = [secret, previousSecret].filter((kept) => kept !== null)
  return {
    'content-type': 'application/json',
    'user-agent': 'Latchkey-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((kept) => new Signer(seal.open(kept)).sign(eventId, at, body)).join(' '),
  }
}

function resultOf({ status }: Answer): (typeof RESULTS)[number] {
  if (status === null) return 'unanswered'
  return status >= 200 && status < 300 ? 'accepted' : 'refused'
}

type SettledDelivery = { target: Target; delivery: ClaimedDelivery; answer: Answer }

const GONE = 410

async function settle(platform: Platform, tx: Database, settled: SettledDelivery) {
  const { target, delivery, answer } = settled
  const { status, error, body } = answer
  const last = { lastStatus: status, lastError: error, lastAnswer: body }
  if (resultOf(answer) === 'accepted') return recordResult(tx, delivery, { ...last, status: 'delivered', wait: null })
  const wait = WAITS[delivery.attempts - 1] ?? null
  const retry = () => recordResult(tx, delivery, { ...last, status: wait === null ? 'failed' : 'pending', wait })
  if (status !== GONE && wait !== null) return retry()
  const webhook = await lockWebhook(tx, target.organizationId, target.id)
  // This answer says nothing about its new address.
  if (webhook && webhook.url !== target.url) return retry()
  if (webhook?.isEnabled) await endAfterFailure(platform, tx, settled, webhook)
  return recordResult(tx, delivery, { ...last, status: 'failed', wait: null })
}

type Webhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

/** Turns the webhook off if its address is gone or nothing arrives, and emails its administrators, at most once a day. */
async function endAfterFailure(
  { config, mailer }: Platform,
  tx: Database,
  { target: { id, organizationId }, delivery, answer }: SettledDelivery,
  webhook: Webhook,
) {
  const reason = await reasonToEnd(tx, delivery, { id, status: answer.status })
  if (reason) {
    await updateWebhook(tx, organizationId, id, { isEnabled: false, disabledReason: reason })
    await auditWebhook(tx, systemActor, 'webhook.disabled', webhook, { reason: [null, reason] })
  }
  if (!isEmailDue(webhook, delivery)) return
  await updateWebhook(tx, organizationId, id, { failureMailedAt: delivery.now })
  const about = { url: webhook.url, answer: answer.error ?? `HTTP ${answer.status}`, isOff: reason !== null }
  const page = organizationId === null ? '/account' : '/team?tab=webhooks'
  for (const { email: to, firstName } of await selectAdministrators(tx, organizationId))
    await mailer.queue(tx, webhookFailed({ config, to, firstName, page, ...about }))
}

async function reasonToEnd(
  tx: Database,
  delivery: ClaimedDelivery,
  { id, status }: { id: string; status: number | null },
): Promise<DisabledReason | null> {
  if (status === GONE) return 'gone'
  return (await hasNothingArrivedSince(tx, delivery, id)) ? 'failing' : null
}

const isEmailDue = ({ failureMailedAt }: Webhook, { now }: ClaimedDelivery) =>
  failureMailedAt === null || Date.parse(now) - Date.parse(failureMailedAt) > DAY
