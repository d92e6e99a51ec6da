import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { addWebhook, deliver, deliveriesOf, openReceiver } from '#server/testing/operations/webhooks.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { freePort, spawnServer, until } from '#server/testing/platform/server-process.ts'
import { db, signIn, testDatabaseUrl } from '#server/testing/testing.ts'
import { DELIVER } from './plan.ts'

const CRASHES = many(3)
const WRITERS = 3

const settings = {
  PORT: String(await freePort()),
  WORKER: 'on',
  OUTBOUND_TARGETS: 'any',
  DATABASE_URL: testDatabaseUrl,
}

async function start() {
  const server = spawnServer(settings)
  await server.answers('/health/ready', 200)
  return server
}

/** Sends a license with its key until the portal has answered. */
async function createLicense(label: string, cookie: string) {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': label }
  const init = { method: 'POST', headers, body: JSON.stringify({ label }) }
  for (;;) {
    const answer = await fetch(`http://localhost:${settings.PORT}/api/licenses`, init).catch(() => undefined)
    if (answer?.status === 201) return
    await delay(20)
  }
}

/** As if the two minutes had passed after which jobs and deliveries of a vanished process are given to another. */
async function releaseAbandoned({ id }: { id: string }) {
  await db.execute(sql`delete from pgboss.job where name = ${DELIVER} and state = 'active'`)
  await db.execute(
    sql`update webhook_deliveries set next_attempt_at = now() where endpoint_id = ${id} and status = 'pending'`,
  )
}

type Event = { data: { subject: { id: string } } }

/** The receiver leaves each of so many requests without an answer, so that a portal is killed while it waits. */
const EVERY = 5

test(
  `across ${CRASHES} crashes every license is one event with one id, and is received`,
  async () => {
    let count = 0
    let isOver = false
    const unanswered: ServerResponse[] = []
    const answer = (response: ServerResponse) => {
      count += 1
      if (!isOver && count % EVERY === 0) unanswered.push(response)
      else response.end()
    }
    const { received, url } = await openReceiver(answer)
    const owner = await signIn({ licenseLimit: 1_000_000 })
    const webhook = await addWebhook(owner, url, { events: ['license.created'] })
    const labels: string[] = []
    const write = async () => {
      while (!isOver) {
        const label = randomUUID()
        await createLicense(label, owner.cookie ?? '')
        labels.push(label)
      }
    }
    let server = await start()
    const writers = Array.from({ length: WRITERS }, write)
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const [enough, held] = [labels.length + WRITERS, unanswered.length]
      await until(async () => labels.length >= enough && unanswered.length > held)
      await server.kill('SIGKILL')
      await releaseAbandoned(webhook)
      server = await start()
    }
    isOver = true
    await Promise.all(writers)
    await server.kill('SIGKILL')
    await releaseAbandoned(webhook)
    // One job sends for a minute, and leaves the rest to the next.
    while ((await deliveriesOf(webhook)).some(({ status }) => status === 'pending')) await deliver(webhook)

    const created = await db.select({ id: licenses.id }).from(licenses).where(inArray(licenses.label, labels))
    const rows = await deliveriesOf(webhook)
    const idOf = new Map(rows.map(({ eventId, payload }) => [(payload as Event).data.subject.id, eventId]))
    expect(created).toHaveLength(labels.length)
    expect(rows).toHaveLength(idOf.size)
    expect(rows.filter(({ status }) => status !== 'delivered')).toEqual([])
    const bodies = new Map<unknown, Set<string>>()
    for (const { headers, body } of received) {
      const id = headers['webhook-id']
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    }
    expect(created.filter(({ id }) => !bodies.has(idOf.get(id)))).toEqual([])
    expect(new Set(bodies.keys())).toEqual(new Set(rows.map(({ eventId }) => eventId)))
    expect([...bodies.values()].filter(({ size }) => size !== 1)).toEqual([])
    expect(received.length).toBeGreaterThan(rows.length)
  },
  CRASHES * 60_000,
)
