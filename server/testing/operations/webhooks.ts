import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { webhooks } from '#contract/operations/webhooks.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { deliverWebhook } from '#server/operations/webhooks/delivery/deliver.ts'
import { db, platform, type Person } from '#server/testing/testing.ts'

type ReceivedRequest = { headers: IncomingHttpHeaders; body: string }

/** A program that receives webhooks on this machine. */
export async function openReceiver(answer: (response: ServerResponse) => unknown = (response) => response.end('ok')) {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      received.push({ headers: request.headers, body })
      answer(response)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

/** A literal address, so that nothing is looked up. */
export const PUBLIC_URL = 'https://203.1.113.7/hook'

/** A webhook of this person, which leads to `url`. */
export async function addWebhook(person: Person, url: string, draft: object = {}) {
  const { body } = await person.call(webhooks.create, { body: { url: PUBLIC_URL, ...draft } })
  await db.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, body.id))
  return body
}

/** Runs the job, which may call this machine. */
export const deliver = ({ id }: { id: string }) => deliverWebhook(platform, id, { isAnyAllowed: true })

export const deliveriesOf = ({ id }: { id: string }) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, id))
    .orderBy(webhookDeliveries.createdAt, webhookDeliveries.eventId)

type Facts = Partial<typeof webhookDeliveries.$inferInsert>

export const changeDeliveries = ({ id }: { id: string }, facts: Facts) =>
  db.update(webhookDeliveries).set(facts).where(eq(webhookDeliveries.endpointId, id))
