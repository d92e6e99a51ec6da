import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { audit } from '#contract/operations/audit.ts'
import { customers } from '#contract/operations/customers.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { emails } from '#server/database/schema/emails.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const agent = await signIn({ role: 'agent' })
const move = (id: string, status: InvoiceStatus) => admin.call(invoices.setStatus, { params: { id }, body: { status } })

async function makeDraft(facts: { createdAt?: string; dueDate?: string } = {}) {
  const owner = await signIn({ role: 'org_admin' })
  const { organizationId } = owner
  await db.insert(webhookEndpoints).values({ organizationId, url: 'https://hooks.example/', secret: randomUUID() })
  const { id } = await makeInvoice(db, { organizationId, status: 'draft', ...facts })
  const seen = async () => ({
    list: (await owner.call(invoices.list)).body.map((invoice) => invoice.id),
    count: (await owner.call(subscriptions.read)).body.invoiceCount,
    download: (await owner.call(invoices.download, { params: { id } })).status,
    agent: (await agent.call(customers.invoices, { params: { id: organizationId } })).body.map((invoice) => invoice.id),
    log: (await owner.call(audit.list)).body.filter(({ subjectId }) => subjectId === id).length,
    events: await db.$count(webhookDeliveries, eq(webhookDeliveries.organizationId, organizationId)),
  })
  return { owner, id, seen }
}

const NOTHING = { list: [], count: 0, download: 404, agent: [], log: 0, events: 0 }

test.each(['cancelled', 'void'] as const)(
  'a draft that becomes %s stays hidden from customers and agents',
  async (status) => {
    const { id, seen } = await makeDraft()
    const { body: preview } = await admin.call(statusPreviews.read, { params: { id }, query: { status } })
    expect(preview.isShown).toEqual({ before: false, after: false })
    expect((await move(id, status)).status).toBe(200)
    expect(await seen()).toEqual(NOTHING)
    await move(id, status === 'void' ? 'cancelled' : 'void')
    expect(await seen()).toEqual(NOTHING)
  },
)

test('an invoice that was issued stays shown when it is canceled', async () => {
  const { id, seen } = await makeDraft()
  await move(id, 'issued')
  await move(id, 'cancelled')
  expect(await seen()).toMatchObject({ list: [id], count: 1, download: 200, agent: [id], events: 2 })
})

test('a canceled draft that is reinstated is issued: today, with time to pay and its email', async () => {
  const { owner, id, seen } = await makeDraft({ createdAt: inDays(-60), dueDate: '2025-01-31' })
  await move(id, 'cancelled')
  const { body: preview } = await admin.call(statusPreviews.read, { params: { id }, query: { status: 'issued' } })
  expect(preview.isShown).toEqual({ before: false, after: true })
  const { body } = await move(id, 'issued')
  expect(Date.parse(body.createdAt)).toBeGreaterThan(Date.now() - 60_000)
  expect(body.dueDate > inDays(7)).toBe(true)
  expect(await seen()).toMatchObject({ list: [id], download: 200 })
  const sent = await db.select({ kind: emails.kind }).from(emails).where(eq(emails.to, owner.user.email))
  expect(sent).toEqual([{ kind: 'invoice-issued' }])
})
