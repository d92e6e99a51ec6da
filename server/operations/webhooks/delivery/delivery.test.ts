import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { webhooks } from '#contract/operations/webhooks.ts'
import { webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { actionsAbout, mailsTo } from '#server/testing/identity/users.ts'
import {
  addWebhook,
  changeDeliveries,
  deliver,
  deliveriesOf,
  openReceiver,
  PUBLIC_URL,
} from '#server/testing/operations/webhooks.ts'
import { read } from '#server/testing/operations/dashboard.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'
import { WAITS, deliverWebhook } from './deliver.ts'
import { planDeliveries } from './plan.ts'
import { claimDue, findTarget } from './queries.ts'
import { send } from './send.ts'

const headersOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** A webhook with one event that waits. */
async function withEvent(url: string, draft: object = {}) {
  const owner = await signIn()
  const webhook = await addWebhook(owner, url, draft)
  await owner.call(licenses.create, { body: { label: 'Reception' } })
  return { owner, webhook }
}

const makeDue = (webhook: { id: string }) =>
  changeDeliveries(webhook, { nextAttemptAt: new Date(Date.now() - 60_000).toISOString() })

test('a request is signed as Standard Webhooks says', async () => {
  const { received, url } = await openReceiver()
  const { owner, webhook } = await withEvent(url)
  await deliver(webhook)
  const [request] = received
  const headers = headersOf(request!.headers)
  expect(new Verifier(webhook.secret).verify(request!.body, headers)).toMatchObject({ type: 'license.created' })
  expect(() => new Verifier(webhook.secret).verify(`${request!.body} `, headers)).toThrow('signature')

  expect(request!.body).toMatch(/^\{"type":"license.created","timestamp":"[^"]+","data":\{/)
  expect((await owner.call(webhooks.list)).body).toMatchObject([
    { lastDelivery: { status: 'delivered', lastAttemptAt: expect.stringMatching(/Z$/) } },
  ])

  const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${request!.body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'delivered', attempts: 1, lastStatus: 200, lastAnswer: 'ok', nextAttemptAt: null },
  ])
  await deliver(webhook)
  expect(received).toHaveLength(1)
})

test('after a rotation, both secrets sign for a day', async () => {
  const { received, url } = await openReceiver()
  const { owner, webhook } = await withEvent(url)
  const { body: rotated } = await owner.call(webhooks.rotateSecret, { params: webhook })
  expect(rotated.secret).not.toBe(webhook.secret)
  await deliver(webhook)
  const [both] = received
  for (const { secret } of [webhook, rotated])
    expect(new Verifier(secret).verify(both!.body, headersOf(both!.headers))).toBeTruthy()

  await db
    .update(webhookEndpoints)
    .set({ previousSecretUntil: sql`now()` })
    .where(eq(webhookEndpoints.id, webhook.id))
  await owner.call(webhooks.test, { params: webhook })
  await deliver(webhook)
  const [, one] = received
  expect(new Verifier(rotated.secret).verify(one!.body, headersOf(one!.headers))).toMatchObject({
    type: 'webhook.test',
  })
  expect(() => new Verifier(webhook.secret).verify(one!.body, headersOf(one!.headers))).toThrow('signature')
})

test('a failed delivery is repeated with the same id for about three days, then its administrators are emailed', async () => {
  const { received, url } = await openReceiver((response) => response.writeHead(503).end('Closed'))
  const { owner, webhook } = await withEvent(url)
  for (const wait of WAITS) {
    await deliver(webhook)
    const [{ nextAttemptAt, lastAttemptAt, ...delivery }] = (await deliveriesOf(webhook)) as [Delivery]
    expect(delivery).toMatchObject({ status: 'pending', lastStatus: 503, lastAnswer: 'Closed' })
    expect(Date.parse(nextAttemptAt!) - Date.parse(lastAttemptAt!)).toBeCloseTo(wait * 1000, -4)
    await makeDue(webhook)
  }
  expect(WAITS.reduce((sum, wait) => sum + wait, 0) / 86_400).toBeCloseTo(3, 1)
  expect(await mailsTo(owner.user.email)).toEqual([])
  await deliver(webhook)
  expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed', nextAttemptAt: null }])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(received).toHaveLength(WAITS.length + 1)
  expect(await mailsTo(owner.user.email)).toEqual(['webhook-failed'])
  expect((await owner.call(webhooks.list)).body).toMatchObject([{ isEnabled: false, disabledReason: 'failing' }])
  expect(await actionsAbout(webhook.id)).toEqual(['webhook.created', 'webhook.disabled'])
})

type Delivery = Awaited<ReturnType<typeof deliveriesOf>>[number]

test('a webhook to which other events arrive stays on when one event fails', async () => {
  let status = 503
  const { url } = await openReceiver((response) => response.writeHead(status).end())
  const { owner, webhook } = await withEvent(url)
  await changeDeliveries(webhook, { attempts: WAITS.length, nextAttemptAt: null })
  status = 200
  await owner.call(webhooks.test, { params: webhook })
  await deliver(webhook)
  status = 503
  await db.execute(
    sql`update webhook_deliveries set next_attempt_at = now() where endpoint_id = ${webhook.id} and attempts > 1`,
  )
  await deliver(webhook)
  expect((await owner.call(webhooks.list)).body).toMatchObject([{ isEnabled: true }])
  expect(await mailsTo(owner.user.email)).toEqual(['webhook-failed'])
})

test('an answer of 410 turns the webhook off', async () => {
  const { url } = await openReceiver((response) => response.writeHead(410).end())
  const { owner, webhook } = await withEvent(url)
  await deliver(webhook)
  expect((await owner.call(webhooks.list)).body).toMatchObject([{ isEnabled: false, disabledReason: 'gone' }])
  expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed', attempts: 1 }])
  expect(await mailsTo(owner.user.email)).toEqual(['webhook-failed'])
  await owner.call(licenses.create, { body: { label: 'Later' } })
  expect(await deliveriesOf(webhook)).toHaveLength(1)
  await owner.call(webhooks.change, { params: webhook, body: { isEnabled: true } })
  expect((await owner.call(webhooks.list)).body).toMatchObject([{ isEnabled: true, disabledReason: null }])
})

test('the vendor’s webhook that was turned off is an alert for staff until it is on again', async () => {
  const { url } = await openReceiver((response) => response.writeHead(410).end())
  const [admin, agent] = [await signIn({ role: 'admin' }), await signIn({ role: 'agent' })]
  const webhook = await addWebhook(admin, url, { description: 'Chat of the team' })
  await admin.call(webhooks.test, { params: webhook })
  await deliver(webhook)
  const shown = { title: 'Webhook turned off', message: 'The webhook “Chat of the team” no longer accepts events.' }
  const link = `/account?webhook=${webhook.id}`
  expect((await read(admin)).body.alerts).toContainEqual(expect.objectContaining({ ...shown, link }))
  const [ofAgent] = (await read(agent)).body.alerts.filter(({ title }) => title === shown.title)
  expect(ofAgent).toMatchObject(shown)
  expect(ofAgent).not.toHaveProperty('link')
  await admin.call(webhooks.change, { params: webhook, body: { isEnabled: true } })
  expect((await read(admin)).body.alerts).not.toContainEqual(expect.objectContaining(shown))
})

test('redirects are not followed', async () => {
  const other = await openReceiver()
  const { url } = await openReceiver((response) => response.writeHead(302, { location: other.url }).end())
  const { webhook } = await withEvent(url)
  await deliver(webhook)
  expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'pending', lastStatus: 302 }])
  expect(other.received).toEqual([])
})

const request = { headers: {}, body: '{}' }

test('a name that resolves to a private address is not called', async () => {
  const { received, url } = await openReceiver()
  const { port } = new URL(url)
  const resolve = (_host: string, _options: object, done: Function) =>
    done(null, [
      { address: '203.1.113.7', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  const answer = await send({ ...request, url: `http://rebind.example:${port}/`, isAnyAllowed: false, resolve })
  expect(answer).toMatchObject({ status: null, error: 'This address is not on the public internet' })
  expect(received).toEqual([])
  const { webhook } = await withEvent(url)
  await deliverWebhook(platform, webhook.id)
  expect(await deliveriesOf(webhook)).toMatchObject([{ lastError: 'This address is not on the public internet' }])
  expect(received).toEqual([])
})

test('a receiver that never answers costs its limit, and a slow body does not change its status', async () => {
  const silent = await openReceiver(() => {})
  const answer = await send({ ...request, url: silent.url, isAnyAllowed: true, seconds: 0.2 })
  expect(answer).toMatchObject({ status: null, error: 'No answer within 0.2 seconds' })
  const slow = await openReceiver((response) => response.writeHead(202).write('part'))
  expect(await send({ ...request, url: slow.url, isAnyAllowed: true, seconds: 0.4 })).toMatchObject({
    status: 202,
    body: 'part',
  })
})

test('a receiver that answers nothing is asked for five events, and for the others by the next job', async () => {
  const { url } = await openReceiver((response) => response.socket?.destroy())
  const { owner, webhook } = await withEvent(url)
  for (let count = 0; count < 6; count += 1) await owner.call(webhooks.test, { params: webhook })
  const countTried = async () => (await deliveriesOf(webhook)).filter(({ attempts }) => attempts === 1).length
  await deliver(webhook)
  expect(await countTried()).toBe(5)
  await deliver(webhook)
  expect(await countTried()).toBe(7)
})

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

test('an answer that changes the protocol has failed, and is tried again like any other', async () => {
  const { url } = await openReceiver((response) => response.socket?.write(SWITCHING))
  const { webhook } = await withEvent(url)
  await deliver(webhook)
  const failed = { status: 'pending', attempts: 1, lastStatus: null, lastError: 'The connection failed' }
  expect(await deliveriesOf(webhook)).toMatchObject([failed])
})

test('the beginning of an answer is read and the rest is not', async () => {
  const { url } = await openReceiver((response) => response.end(`${'x'.repeat(1_000_000)}\0`))
  expect((await send({ ...request, url, isAnyAllowed: true })).body).toBe('x'.repeat(4096))
  const odd = await openReceiver((response) => response.end('a\0b'))
  expect((await send({ ...request, url: odd.url, isAnyAllowed: true })).body).toBe('ab')
})

test('an event is sent again with the same id if the process dies between its request and recording it', async () => {
  const { received, url } = await openReceiver()
  const { webhook } = await withEvent(url)
  const claimed = await claimDue(db, (await findTarget(db, webhook.id))!, 5)
  expect(claimed).toHaveLength(1)
  await deliver(webhook)
  expect(received).toEqual([])
  await makeDue(webhook)
  await deliver(webhook)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([claimed[0]!.eventId])
})

test('events that wait are found without a notification, except for webhooks that are off', async () => {
  const { owner, webhook } = await withEvent(PUBLIC_URL)
  const queued = async () =>
    (
      await db.execute<{ id: string }>(
        sql`select data->>'endpointId' as id from pgboss.job where name = 'deliver-webhook'`,
      )
    ).rows.map(({ id }) => id)
  await owner.call(webhooks.change, { params: webhook, body: { isEnabled: false } })
  await planDeliveries(platform)
  expect(await queued()).not.toContain(webhook.id)
  await owner.call(webhooks.change, { params: webhook, body: { isEnabled: true } })
  await planDeliveries(platform)
  await planDeliveries(platform)
  expect((await queued()).filter((id) => id === webhook.id)).toHaveLength(1)
})
