import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { count, inArray } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { STILL_RUNNING } from '#contract/errors.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { payments } from './database/schema/billing/payments.ts'
import { licenses } from './database/schema/licensing/licenses.ts'
import { tickets } from './database/schema/support/tickets.ts'
import { openDatabaseProxy } from './testing/platform/database-proxy.ts'
import { many } from './testing/platform/long-form.ts'
import { freePort, spawnServer, until } from './testing/platform/server-process.ts'
import { db, newUser, signIn, testDatabaseUrl } from './testing/testing.ts'

const CRASHES = many(8)
const WRITERS_OF_EACH = 2

type Request = { url: string; cookie: string; body: object }

/** Each work that must happen exactly once, by the name that finds its result. */
async function prepareEffects() {
  const admin = await signIn({ role: 'admin' })
  const owner = await signIn({ licenseLimit: 1_000_000 })
  const { organizationId } = owner
  const customer = await newUser({ role: 'customer', organizationId })
  const invoice = await makeInvoice(db, { organizationId, amountCents: 100_000_000 })
  const asAdmin = { cookie: admin.cookie ?? '' }
  const asOwner = { cookie: owner.cookie ?? '' }
  return [
    (label: string): Request => ({ ...asOwner, url: '/api/licenses', body: { label } }),
    (reference: string): Request => ({
      ...asAdmin,
      url: `/api/admin/billing/invoices/${invoice.id}/payments`,
      body: { amount: '1.00', receivedOn: '2026-02-03', reference },
    }),
    (title: string): Request => ({
      ...asAdmin,
      url: '/api/tickets',
      body: { title, description: 'It does not start.', priority: 'low', customerId: customer.id },
    }),
  ]
}

/** How often each of these names is found. */
async function countEffects(names: string[]) {
  const found = await Promise.all([
    db
      .select({ name: licenses.label, times: count() })
      .from(licenses)
      .where(inArray(licenses.label, names))
      .groupBy(licenses.label),
    db
      .select({ name: payments.reference, times: count() })
      .from(payments)
      .where(inArray(payments.reference, names))
      .groupBy(payments.reference),
    db
      .select({ name: tickets.title, times: count() })
      .from(tickets)
      .where(inArray(tickets.title, names))
      .groupBy(tickets.title),
  ])
  return new Map(found.flat().map(({ name, times }) => [name, times]))
}

const settings = { PORT: String(await freePort()), WORKER: 'off' }

/** Whatever the clients of a portal that crashes see: no answer, 503, or that the first request still runs. */
async function send(name: string, { url, cookie, body }: Request) {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': name }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`http://localhost:${settings.PORT}${url}`, init).catch(() => undefined)
  const answer: unknown = await response?.json().catch(() => undefined)
  const isRepeated = response?.headers.has('idempotent-replayed')
  return { status: answer === undefined ? 0 : (response?.status ?? 0), answer, isRepeated }
}

async function repeatUntilAnswered(name: string, request: Request) {
  for (;;) {
    const sent = await send(name, request)
    const isRunning = sent.status === 409 && JSON.stringify(sent.answer).includes(STILL_RUNNING)
    if (sent.status !== 0 && sent.status !== 503 && !isRunning) return sent
    await delay(20)
  }
}

const ways = ['lost after', 'killed after', 'lost before', 'lost after', 'killed'] as const

test(
  `a request repeated by its Idempotency-Key across ${CRASHES} crashes is done once and has one answer`,
  async () => {
    const proxy = await openDatabaseProxy(testDatabaseUrl)
    const start = async () => {
      const server = spawnServer({ ...settings, DATABASE_URL: proxy.url })
      await server.answers('/health/ready', 200)
      return server
    }
    let server = await start()
    const effects = await prepareEffects()
    const done: { name: string; request: Request; status: number; answer: unknown }[] = []
    let isOver = false
    const write = async (requestOf: (name: string) => Request) => {
      while (!isOver) {
        const name = randomUUID()
        const request = requestOf(name)
        done.push({ name, request, ...(await repeatUntilAnswered(name, request)) })
      }
    }
    const writers = Array.from({ length: WRITERS_OF_EACH }, () => effects.map(write)).flat()

    for (let crash = 0; crash < CRASHES; crash += 1) {
      const enough = done.length + writers.length
      await until(async () => done.length >= enough)
      const way = ways[crash % ways.length]!
      if (way !== 'killed') await proxy.loseCommit(way.endsWith('before') ? 'before' : 'after')
      if (!way.startsWith('killed')) continue
      await server.kill('SIGKILL')
      server = await start()
    }
    isOver = true
    await Promise.all(writers)

    const others = []
    for (const { name, request, answer } of done) {
      const again = await repeatUntilAnswered(name, request)
      if (!again.isRepeated || !isDeepStrictEqual(again.answer, answer)) others.push({ name, answer, again })
    }
    const times = await countEffects(done.map(({ name }) => name))
    await server.kill('SIGTERM')
    await proxy.close()
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 201))
    expect(done.map(({ name }) => times.get(name))).toEqual(done.map(() => 1))
    expect(others).toEqual([])
  },
  CRASHES * 20_000,
)
