import { expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { db, newOrganization, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

test('the list is the organization’s own, newest first and without drafts [R-GEN-04 R-ENT-40 R-ENT-41 R-ENT-42 R-ENT-43 R-ROLE-28]', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const { organizationId } = owner
  await makeInvoice(db, { organizationId: await newOrganization() })
  const hidden = await makeInvoice(db, { organizationId, status: 'draft' })
  const older = await makeInvoice(db, { organizationId, status: 'paid', createdAt: '2026-01-01T00:00:00.000Z' })
  const newer = await makeInvoice(db, { organizationId, status: 'void' })
  const open = await makeInvoice(db, { organizationId, createdAt: '2025-01-01T00:00:00.000Z' })
  const told = ({ id }: { id: string }, balance: string) => ({
    id,
    balance,
    invoiceUrl: `/api/invoices/${id}/download`,
  })
  for (const person of [owner, await owner.colleague('customer')]) {
    const { body, headers } = await person.call(invoices.list)
    expect(body.map(({ id, balance, invoiceUrl }) => ({ id, balance, invoiceUrl }))).toEqual([
      told(newer, '1234.50'),
      told(older, '0.00'),
      told(open, '1234.50'),
    ])
    expect(headers['x-total-count']).toBe('3')
    const { invoiceNumber, dueDate, paidAt, createdAt } = older
    const money = { amount: '1234.50', totalAmount: '1234.50', currency: 'ZAR' }
    expect(body[1]).toMatchObject({
      invoiceNumber,
      status: 'paid',
      dueDate,
      paidAt,
      createdAt,
      isManual: true,
      ...money,
    })
  }
  expect((await (await signIn({ role: 'agent' })).call(invoices.list)).body).toEqual([])
  const all = (await admin.call(invoices.list, { query: { search: hidden.invoiceNumber } })).body
  expect(all).toMatchObject([{ id: hidden.id, status: 'draft', invoiceUrl: null }])
})

test('the list is read page by page, and narrowed by status, number and note', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const { organizationId } = owner
  const made = await Promise.all(
    Array.from({ length: 7 }, (_, index) =>
      makeInvoice(db, { organizationId, notes: `Part 100%_${index}`, status: index < 3 ? 'overdue' : 'issued' }),
    ),
  )
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await owner.call(invoices.list, { query: { limit: '3', ...(cursor && { cursor }) } })
    expect(headers['x-total-count']).toBe('7')
    seen.push(...body.map(({ id }) => id))
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted())

  const found = async (query: object) => (await owner.call(invoices.list, { query })).body.map(({ id }) => id)
  expect(await found({ status: 'overdue' })).toHaveLength(3)
  expect(await found({ search: '100%_4' })).toEqual([made[4]?.id])
  expect(await found({ search: made[5]?.invoiceNumber.toLowerCase() })).toEqual([made[5]?.id])
  expect(await found({ search: '%' })).toHaveLength(7)
  for (const query of [{ status: 'unknown' }, { cursor: 'nonsense' }, { limit: '-1' }])
    expect((await owner.call(invoices.list, { query })).status).toBe(400)
})
