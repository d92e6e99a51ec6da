import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#contract/dates.ts'
import { audit } from '#contract/operations/audit.ts'
import { webhooks, type Webhook } from '#contract/operations/webhooks.ts'
import { call, callPage } from '#web/app/api/call.ts'
import { changedList } from '#web/app/api/changed-values.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf } from '#web/app/api/query-client.ts'

export const useWebhooks = () => useRead(webhooks.list)

/** Deliveries include their whole bodies, so pages are small. */
const LIMIT = '25'

export function useDeliveries(id: string) {
  const input = { params: { id }, query: { limit: LIMIT } }
  return useQuery({
    queryKey: keyOf(webhooks.deliveries, input),
    queryFn: () => callPage(webhooks.deliveries, input),
    // Events are sent in the background.
    staleTime: 0,
  })
}

const changed = [webhooks.list, audit.list]
const sent = [webhooks.list, webhooks.deliveries]

export const useCreateWebhook = () =>
  useWrite(webhooks.create, { success: 'Webhook created', failure: 'Failed to create the webhook', refresh: changed })

/** Keeps the events, or all of them, that a colleague has chosen since the form was opened. */
export function useChangeWebhook({ id, events: shown }: Webhook) {
  const chosenNow = async () => (await call(webhooks.list, {})).find((webhook) => webhook.id === id)?.events
  return useWrite(webhooks.change, {
    success: 'Webhook changed',
    failure: 'Failed to change the webhook',
    refresh: changed,
    rebase: async (input) => {
      const chosen = input.body?.events
      const newest = shown && chosen && (await chosenNow())
      if (newest === null) return { ...input, body: { ...input.body, events: newest } }
      if (!newest) return input
      return { ...input, body: { ...input.body, events: changedList(shown, chosen, newest) as typeof chosen } }
    },
  })
}

export const useRotateSecret = () =>
  useWrite(webhooks.rotateSecret, {
    success: 'Secret replaced',
    failure: 'Failed to replace the secret',
    refresh: changed,
  })

export const useDeleteWebhook = () =>
  useWrite(webhooks.remove, { success: 'Webhook deleted', failure: 'Failed to delete the webhook', refresh: changed })

export const useSendTest = () =>
  useWrite(webhooks.test, {
    success: 'Test event queued',
    failure: 'Failed to send a test event',
    refresh: sent,
  })

export const useResend = () =>
  useWrite(webhooks.resend, {
    success: 'The event is queued again',
    failure: 'Failed to send the event again',
    refresh: sent,
  })

export const useReplay = () =>
  useWrite(webhooks.replay, {
    success: ({ count, nextSince }) =>
      nextSince
        ? `${count} events are queued again. Replay the later ones since ${formatDateTime(nextSince)}.`
        : count === 1
          ? '1 event is queued again'
          : `${count} events are queued again`,
    failure: 'Failed to replay the events',
    refresh: [...sent, audit.list],
  })
