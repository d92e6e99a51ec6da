import { expect, test } from 'vitest'
import { invoices, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { customers } from '#contract/operations/customers.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { db, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

test('a draft that is canceled or voided before its issue stays hidden from customers and agents', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const agent = await signIn({ role: 'agent' })
  const { organizationId } = owner
  const seenBy = async () => ({
    list: (await owner.call(invoices.list)).body.map(({ id }) => id),
    count: (await owner.call(subscriptions.read)).body.invoiceCount,
    agent: (await agent.call(customers.invoices, { params: { id: organizationId } })).body.map(({ id }) => id),
  })
  for (const status of ['cancelled', 'void'] as const) {
    const { id } = await makeInvoice(db, { organizationId, status: 'draft' })
    const move = (to: InvoiceStatus) => admin.call(invoices.setStatus, { params: { id }, body: { status: to } })
    expect((await move(status)).status).toBe(200)
    expect(await seenBy()).toEqual({ list: [], count: 0, agent: [] })
    expect((await owner.call(invoices.download, { params: { id } })).status).toBe(404)

    await move('issued')
    await move(status)
    expect(await seenBy()).toEqual({ list: [id], count: 1, agent: [id] })
    expect((await owner.call(invoices.download, { params: { id } })).status).toBe(200)
    await move('draft')
  }
})
