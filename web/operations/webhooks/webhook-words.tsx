import type { ReactElement } from 'react'
import { DAY } from '#contract/dates.ts'
import {
  KEPT_DAYS,
  type Delivery,
  type DeliveryStatus,
  type DisabledReason,
  type Webhook,
} from '#contract/operations/webhooks.ts'
import { Badge } from '#web/ui/text/badge.tsx'

/** The description, or the host of the address. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>) => description || new URL(url).host

export const eventCount = ({ events }: Pick<Webhook, 'events'>) => {
  if (!events) return 'All events'
  return events.length === 1 ? (events[0] ?? '') : `${events.length} events`
}

const reasons: Record<DisabledReason, string> = {
  gone: 'Off: receiver is gone',
  failing: 'Off: nothing arrived',
}

export function WebhookState({ isEnabled, disabledReason }: Pick<Webhook, 'isEnabled' | 'disabledReason'>) {
  if (isEnabled) return <Badge tone="success">On</Badge>
  return disabledReason ? <Badge tone="danger">{reasons[disabledReason]}</Badge> : <Badge>Off</Badge>
}

export function DeliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  const states: Record<DeliveryStatus, ReactElement> = {
    delivered: <Badge tone="success">Delivered</Badge>,
    failed: <Badge tone="danger">Failed</Badge>,
    pending: attempts === 0 ? <Badge tone="info">Waiting</Badge> : <Badge tone="warning">Retrying</Badge>,
  }
  return states[status]
}

/** Deliveries are deleted, so that without one an older webhook was only quiet. */
export const isNew = ({ createdAt }: Pick<Webhook, 'createdAt'>) => Date.now() - Date.parse(createdAt) < KEPT_DAYS * DAY

export const answerOf = ({ lastStatus, lastError }: Pick<Delivery, 'lastStatus' | 'lastError'>) =>
  lastError ?? (lastStatus === null ? null : `HTTP ${lastStatus}`)
