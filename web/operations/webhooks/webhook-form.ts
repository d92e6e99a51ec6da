import * as z from 'zod/mini'
import { isWebhookEvent } from '#contract/operations/audit/webhook-events.ts'
import { WebhookChanges, WebhookDraft, WebhookFormat } from '#contract/operations/webhooks.ts'

type Values = Record<string, unknown>

const values = z.record(z.string(), z.unknown())

/** One control per event, unless all are chosen. */
const shared = (typed: Values): z.input<typeof WebhookDraft> => ({
  url: String(typed.url),
  description: String(typed.description),
  format: WebhookFormat.parse(typed.format),
  events:
    typed.which === 'all'
      ? null
      : Object.keys(typed)
          .filter(isWebhookEvent)
          .filter((event) => typed[event] === true),
})

export const newWebhookForm = z.pipe(z.pipe(values, z.transform(shared)), WebhookDraft)

export const changedWebhookForm = z.pipe(
  z.pipe(
    values,
    z.transform((typed: Values): z.input<typeof WebhookChanges> => ({
      ...shared(typed),
      isEnabled: typed.isEnabled === true,
    })),
  ),
  WebhookChanges,
)
