import { actionName } from '#contract/operations/audit/audit-actions.ts'
import type { WebhookPayload } from '#contract/operations/audit/webhook-events.ts'
import type { WebhookFormat } from '#contract/operations/webhooks.ts'

/** The body of a request, in the format that its receiver expects. */
export const bodyOf = (format: WebhookFormat, payload: WebhookPayload) => JSON.stringify(BODIES[format](payload))

const BODIES: Record<WebhookFormat, (payload: WebhookPayload) => unknown> = {
  standard: (payload) => payload,
  text: (payload) => ({ text: textOf(payload) }),
  teams: (payload) => ({
    type: 'message',
    attachments: [{ contentType: CARD, contentUrl: null, content: cardOf(payload) }],
  }),
}

/** In one line: 'License revoked by Lerato Dlamini. status: active → revoked' */
function textOf(payload: WebhookPayload) {
  const changes = changesOf(payload).map(({ field, change }) => `${field}: ${change}`)
  return escape([headlineOf(payload), ...(changes.length > 0 ? [changes.join(', ')] : [])].join('. '))
}

/** Shows nothing. */
const WORD_JOINER = '\u2060'

/** Slack reads '<!channel>' as a mention and '<https://…|text>' as a link, Mattermost '@channel' and '[text](https://…)'. */
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/(?<![\p{L}\p{N}_])@/gu, `@${WORD_JOINER}`)
    .replaceAll('](', `]${WORD_JOINER}(`)

const CARD = 'application/vnd.microsoft.card.adaptive'

/** An adaptive card of text runs, because Teams reads other texts as Markdown, with links. */
const cardOf = (payload: WebhookPayload) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [
    paragraph({ text: headlineOf(payload), weight: 'Bolder' }),
    ...changesOf(payload).map(({ field, change }) =>
      paragraph({ text: `${field}: `, isSubtle: true }, { text: change }),
    ),
  ],
})

type Run = { text: string; weight?: 'Bolder'; isSubtle?: true }

const paragraph = (...runs: Run[]) => ({
  type: 'RichTextBlock',
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
})

const headlineOf = ({ type, data: { actor } }: WebhookPayload) =>
  `${actionName(type)}${actor.name ? ` by ${actor.name}` : ''}`

const changesOf = ({ data: { changes } }: WebhookPayload) =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field,
    change: before === null ? shown(after) : `${shown(before)} → ${shown(after)}`,
  }))

/** Characters of a value in a chat. */
const MOST = 300

function shown(value: unknown) {
  const text = typeof value === 'string' ? value : value === null ? 'none' : JSON.stringify(value)
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MOST ? `${startOf(line)}…` : line
}

/** Without half of an emoji at its end, which many programs refuse in JSON. */
function startOf(line: string) {
  const start = line.slice(0, MOST)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
