import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/lists.ts'
import { copiedLine, Instant, line } from '#contract/text.ts'
import { WebhookEvent } from './audit/webhook-events.ts'

/** Of the key with which requests are signed. */
export const SECRET_PREFIX = 'whsec_'

/** `gone`: it answered 410. `failing`: nothing arrived for three days. */
export const DisabledReason = z.enum(['gone', 'failing'])
export type DisabledReason = z.infer<typeof DisabledReason>

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** `text`: `{"text": "…"}`, for Slack and chats that accept the same. `teams`: an adaptive card for Microsoft Teams. */
export const WebhookFormat = z.enum(['standard', 'text', 'teams'])
export type WebhookFormat = z.infer<typeof WebhookFormat>

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.nullable(z.string()),
  format: WebhookFormat,
  /** Null: all. */
  events: z.nullable(z.array(z.string())),
  isEnabled: z.boolean(),
  disabledReason: z.nullable(DisabledReason),
  /** Until when requests also have the signature of the previous secret. */
  previousSecretUntil: z.nullable(Instant),
  createdAt: Instant,
  lastDelivery: z.nullable(z.object({ status: DeliveryStatus, lastAttemptAt: z.nullable(Instant) })),
})
export type Webhook = z.infer<typeof Webhook>

const WithSecret = z.extend(Webhook, { secret: z.string() })

/** Per organization, and of the vendor. */
export const MAX_WEBHOOKS = 10
export const TOO_MANY_WEBHOOKS = `There can be at most ${MAX_WEBHOOKS} webhooks. Delete one that is no longer needed.`

export const INVALID_URL = 'Enter an address like https://example.com/webhooks'
const NO_EVENTS = 'Choose at least one event'
export const notForYou = (event: string) => `Only the vendor’s webhooks can receive ${event}`
export const WEBHOOK_OFF = 'This webhook is off. Turn it on first.'

const fields = {
  url: copiedLine({ max: 500, message: INVALID_URL }),
  description: z.nullable(line({ min: 0, max: 120 })),
  format: WebhookFormat,
  events: z.nullable(
    z.pipe(
      z.array(WebhookEvent, NO_EVENTS).check(z.minLength(1, NO_EVENTS), z.maxLength(200)),
      z.transform((events) => [...new Set(events)]),
    ),
  ),
}

export const WebhookDraft = z.object({
  url: fields.url,
  description: z._default(z.optional(fields.description), null),
  format: z._default(z.optional(fields.format), 'standard'),
  events: z._default(z.optional(fields.events), null),
})
export type WebhookDraft = z.infer<typeof WebhookDraft>

export const WebhookChanges = z.partial(z.object({ ...fields, isEnabled: z.boolean() }))
export type WebhookChanges = z.infer<typeof WebhookChanges>

export const Delivery = z.object({
  id: z.uuid(),
  eventId: z.string(),
  type: z.string(),
  status: DeliveryStatus,
  attempts: z.int32(),
  lastAttemptAt: z.nullable(Instant),
  nextAttemptAt: z.nullable(Instant),
  lastStatus: z.nullable(z.int32()),
  lastError: z.nullable(z.string()),
  /** The first 4,096 bytes. */
  lastAnswer: z.nullable(z.string()),
  /** The body as JSON. */
  payload: z.record(z.string(), z.unknown()),
  createdAt: Instant,
})
export type Delivery = z.infer<typeof Delivery>

/** Days for which deliveries are kept, and within which events can be replayed. */
export const KEPT_DAYS = 30
export const MOST_REPLAYED = 1000

/** `nextSince`: the time since which later events were left out; null if none were. */
const Replayed = z.object({ count: z.int32(), nextSince: z.nullable(Instant) })
export const NOT_RECENT = `Choose a time within the last ${KEPT_DAYS} days`

/** How long the previous secret signs after a rotation. */
export const ROTATION_HOURS = 24

const url = '/api/webhooks'
const access = 'org-admin'
const read = 'org-admin audit:read'
const ofWebhook = `${url}/:id` as const
const harmless = 'Changes only the caller’s own webhooks'

export const webhooks = {
  list: {
    method: 'GET',
    url,
    config: { access: read },
    schema: {
      summary:
        'List webhooks, newest first: of the organization, or of the vendor for admins. Tokens get no path of a url',
      response: { 200: z.array(Webhook), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access, stepUp: true, isShownOnce: true, consequence: 'access' },
    schema: {
      summary: 'Create a webhook; its secret is returned only once',
      body: WebhookDraft,
      response: { 201: WithSecret, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: ofWebhook,
    config: { access, stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Change a webhook, or turn it on or off',
      params: IdParams,
      body: WebhookChanges,
      response: { 200: Webhook, ...refusals },
    },
  },
  rotateSecret: {
    method: 'POST',
    url: `${ofWebhook}/secret`,
    config: { access, stepUp: true, isShownOnce: true, consequence: 'access' },
    schema: {
      summary: `Replace the secret; the previous one also signs for ${ROTATION_HOURS} hours, and any earlier one no longer`,
      params: IdParams,
      response: { 201: WithSecret, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: ofWebhook,
    config: { access, withoutStepUp: 'Only takes access away', consequence: 'access' },
    schema: {
      summary: 'Delete a webhook with its deliveries',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
  test: {
    method: 'POST',
    url: `${ofWebhook}/test`,
    config: { access, harmless },
    schema: { summary: 'Send a test event', params: IdParams, response: { 201: Delivery, ...refusals } },
  },
  deliveries: {
    method: 'GET',
    url: `${ofWebhook}/deliveries`,
    config: { access: read },
    schema: {
      summary: 'List the deliveries of a webhook, newest first',
      params: IdParams,
      querystring: z.extend(pageQuery, { status: z.optional(DeliveryStatus) }),
      response: { 200: z.array(Delivery), ...refusals },
    },
  },
  resend: {
    method: 'POST',
    url: `${url}/deliveries/:id/resend`,
    config: { access, harmless },
    schema: { summary: 'Send a delivery again', params: IdParams, response: { 200: Delivery, ...refusals } },
  },
  replay: {
    method: 'POST',
    url: `${ofWebhook}/replay`,
    config: { access, harmless },
    schema: {
      summary: `Send the events since a time again, also those that were never sent: the oldest ${MOST_REPLAYED}; the others from nextSince on`,
      params: IdParams,
      body: z.object({ since: z.iso.datetime({ error: NOT_RECENT }) }),
      response: { 200: Replayed, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
