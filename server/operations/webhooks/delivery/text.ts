import { actionName } from '#contract/operations/audit/audit-actions.ts'
import type { WebhookPayload } from '#contract/operations/audit/webhook-events.ts'

/** One line for a chat: 'License revoked by Lerato Dlamini. status: active → revoked' */
export function textOf({ type, data: { actor, changes } }: WebhookPayload) {
  const fields = Object.entries(changes).map(
    ([field, [before, after]]) => `${field}: ${shown(before)} → ${shown(after)}`,
  )
  const what = `${actionName(type)}${actor.name ? ` by ${actor.name}` : ''}`
  return fields.length > 0 ? `${what}. ${fields.join(', ')}` : what
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
