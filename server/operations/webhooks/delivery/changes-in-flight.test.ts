import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { webhooks } from '#contract/operations/webhooks.ts'
import { actionsAbout } from '#server/testing/identity/users.ts'
import { addWebhook, deliver, deliveriesOf, openReceiver, PUBLIC_URL } from '#server/testing/operations/webhooks.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { signIn } from '#server/testing/testing.ts'

const GONE = 410

/** A webhook whose events are being delivered: the receiver answers 410, but only at the end of `between`. */
async function whileDelivering(events: number, between: (sent: WaitingDelivery) => Promise<unknown>) {
  const waiting: ServerResponse[] = []
  const { url } = await openReceiver((response) => waiting.push(response))
  const owner = await signIn({ licenseLimit: events })
  const webhook = await addWebhook(owner, url)
  for (let count = 0; count < events; count += 1)
    await owner.call(licenses.create, { body: { label: `Desk ${count}` } })
  const delivering = deliver(webhook)
  await until(async () => waiting.length === events)
  await between({ owner, webhook })
  for (const response of waiting) response.writeHead(GONE).end()
  await delivering
  return { owner, webhook }
}

type WaitingDelivery = { owner: Awaited<ReturnType<typeof signIn>>; webhook: Awaited<ReturnType<typeof addWebhook>> }

test('a webhook stays on when its previous address answers 410, and the event is sent to the new address', async () => {
  const { owner, webhook } = await whileDelivering(1, (sent) =>
    sent.owner.call(webhooks.change, { params: sent.webhook, body: { url: PUBLIC_URL.replace('hook', 'new') } }),
  )
  expect((await owner.call(webhooks.list)).body).toMatchObject([{ isEnabled: true, disabledReason: null }])
  expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'pending', lastStatus: GONE }])
  expect(await actionsAbout(webhook.id)).toEqual(['webhook.created', 'webhook.updated'])
})

test('several answers of 410 turn a webhook off once', async () => {
  const { owner, webhook } = await whileDelivering(3, async () => undefined)
  expect((await owner.call(webhooks.list)).body).toMatchObject([{ isEnabled: false, disabledReason: 'gone' }])
  expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  expect(await actionsAbout(webhook.id)).toEqual(['webhook.created', 'webhook.disabled'])
})

test('a deleted webhook is not turned off', async () => {
  const { webhook } = await whileDelivering(1, (sent) => sent.owner.call(webhooks.remove, { params: sent.webhook }))
  expect(await deliveriesOf(webhook)).toEqual([])
  expect(await actionsAbout(webhook.id)).toEqual(['webhook.created', 'webhook.deleted'])
})
