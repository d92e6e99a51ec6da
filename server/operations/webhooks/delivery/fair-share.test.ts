import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { MAX_WEBHOOKS } from '#contract/operations/webhooks.ts'
import { addWebhook, changeDeliveries, openReceiver } from '#server/testing/operations/webhooks.ts'
import { freePort, spawnServer, until } from '#server/testing/platform/server-process.ts'
import { signIn, testDatabaseUrl } from '#server/testing/testing.ts'

const settings = {
  PORT: String(await freePort()),
  WORKER: 'on',
  OUTBOUND_TARGETS: 'any',
  DATABASE_URL: testDatabaseUrl,
}

async function start() {
  const server = spawnServer(settings)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  await server.answers('/health/ready', 200)
}

async function withWebhooks(url: string, count: number) {
  const owner = await signIn({ licenseLimit: 5 })
  const webhooks = []
  for (let added = 0; added < count; added += 1)
    webhooks.push(await addWebhook(owner, url, { events: ['license.created'] }))
  return { owner, webhooks }
}

const create = ({ owner }: Awaited<ReturnType<typeof withWebhooks>>) =>
  owner.call(licenses.create, { body: { label: 'Reception' } })

/** Expects that another organization's event is sent before any request to the silent receiver has ended. */
async function expectPunctual(sendSilently: (url: string) => Promise<void>) {
  let ended = 0
  const silent = await openReceiver((response: ServerResponse) => response.on('close', () => (ended += 1)))
  const quick = await openReceiver()
  const other = await withWebhooks(quick.url, 1)
  await sendSilently(silent.url)
  await start()
  await until(async () => silent.received.length >= 3)
  await create(other)
  await until(async () => quick.received.length === 1)
  expect(ended).toBe(0)
}

test('all webhooks of an organization, whose receiver is silent, keep no other organization’s event waiting', async () => {
  await expectPunctual(async (url) => void (await create(await withWebhooks(url, MAX_WEBHOOKS))))
}, 60_000)

test('many organizations, whose receivers were silent before, keep no other organization’s event waiting', async () => {
  await expectPunctual(async (url) => {
    for (let count = 0; count < 5; count += 1) {
      const slow = await withWebhooks(url, 3)
      await create(slow)
      for (const webhook of slow.webhooks)
        await changeDeliveries(webhook, { attempts: 1, lastError: 'No answer within 15 seconds' })
    }
  })
}, 60_000)
