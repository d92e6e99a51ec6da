import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { composeFor, type Person } from '#server/domain/emails.ts'

/** `page` lists the webhook. `answer` is that of the last attempt. */
type WebhookFailure = Person & { url: string; answer: string; isOff: boolean; page: string }

export const webhookFailed = ({ url, answer, isOff, page, ...to }: WebhookFailure) =>
  composeFor(to, {
    kind: 'webhook-failed',
    subject: `${isOff ? 'A webhook was turned off' : 'An event could not be sent to a webhook'} on ${to.config.productName}`,
    paragraphs: [
      isOff
        ? `${to.config.productName} turned off this webhook, because its address no longer accepts events.`
        : `${to.config.productName} tried for three days to send an event to this webhook.`,
      {
        facts: [
          { label: 'Webhook', value: new URL(url).host },
          { label: 'Last answer', value: answer },
        ],
      },
      isOff
        ? 'Correct the receiver, turn the webhook on again and replay the events that it missed.'
        : 'Other events are still sent. The list of deliveries shows each answer, and can send the event again.',
    ],
    action: { label: 'Review your webhooks', url: `${to.config.publicUrl}${page}` },
  })

export function webhookExamples({ config, reader }: ExampleData): Examples<'webhook-failed'> {
  const to = { config, to: reader.email, firstName: reader.firstName, page: '/team?tab=webhooks' }
  const about = { url: 'https://tools.example.com/webhooks', answer: 'HTTP 503' }
  return {
    'webhook-failed': {
      Off: webhookFailed({ ...to, ...about, isOff: true }),
      'One event': webhookFailed({ ...to, ...about, isOff: false }),
    },
  }
}
