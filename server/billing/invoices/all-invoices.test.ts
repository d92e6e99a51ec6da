import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { InvoiceStatus, invoices, type InvoiceFilter } from '#contract/billing/invoices.ts'
import { receivables } from '#contract/billing/receivables.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { db, newOrganization, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const list = (query: object = {}) => admin.call(invoices.listAll, { query })
const found = async (query: object) => (await list(query)).body.map(({ id }) => id)

test('an admin lists the invoices of all organizations or of one, with drafts [R-API-66 R-API-67 R-ENT-43]', async () => {
  const name = `Minerva ${randomUUID()}`
  const organizationId = await newOrganization({ name })
  const draft = await makeInvoice(db, { organizationId, status: 'draft', createdAt: '2026-01-03T00:00:00.000Z' })
  const taken = await makeInvoice(db, { organizationId, status: 'void', createdAt: '2026-01-02T00:00:00.000Z' })
  const other = await makeInvoice(db, { organizationId: await newOrganization() })

  const { body, headers } = await list({ organizationId })
  expect(headers['x-total-count']).toBe('2')
  expect(body).toMatchObject([
    { id: draft.id, organizationId, organizationName: name, isManual: true, balance: '1234.50', invoiceUrl: null },
    { id: taken.id, status: 'void', balance: '1234.50', invoiceUrl: `/api/invoices/${taken.id}/download` },
  ])
  const all = await list()
  expect(all.body.map(({ id }) => id)).toEqual(expect.arrayContaining([draft.id, taken.id, other.id]))
  expect(Number(all.headers['x-total-count'])).toBe(all.body.length)
  expect(await found({ organizationId: randomUUID() })).toEqual([])
})

test('the list of all invoices is filtered by number, note, organization and status', async () => {
  const name = `100%_${randomUUID()}`
  const organizationId = await newOrganization({ name })
  const numbered = await makeInvoice(db, { organizationId, status: 'overdue' })
  const noted = await makeInvoice(db, { organizationId, notes: `Training ${randomUUID()}` })
  const both = [noted.id, numbered.id].toSorted()
  expect((await found({ search: name.toUpperCase() })).toSorted()).toEqual(both)
  expect(await found({ search: numbered.invoiceNumber.toLowerCase() })).toEqual([numbered.id])
  expect(await found({ search: noted.notes })).toEqual([noted.id])
  expect(await found({ search: name, status: 'overdue' })).toEqual([numbered.id])
  expect(await found({ organizationId, status: 'paid' })).toEqual([])
  expect((await list({ search: name })).headers['x-total-count']).toBe('2')
})

/** Each matches no new invoice. */
const filters: Required<InvoiceFilter> = {
  search: 'nothing like it',
  status: 'void',
  organizationId: randomUUID(),
  age: 'older',
  dueFrom: '2100-01-01',
  dueTo: '2019-01-01',
}

test.each(Object.entries(filters))('%s narrows the list, its count and the export', async (name, value) => {
  const organizationId = await newOrganization()
  await makeInvoice(db, { organizationId })
  const query = { organizationId, [name]: value }
  const { body, headers } = await list(query)
  expect([body, headers['x-total-count']]).toEqual([[], '0'])
  const file = await admin.call(receivables.exportInvoices, { query })
  expect(String(file.body).trim().split('\r\n')).toHaveLength(1)
})

test('the list of all invoices is paged, also within the same instant', async () => {
  const organizationId = await newOrganization()
  const made = await Promise.all(
    InvoiceStatus.options.map((status) =>
      makeInvoice(db, { organizationId, status, createdAt: '2026-02-01T00:00:00.000Z' }),
    ),
  )
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await list({ organizationId, limit: '3', ...(cursor && { cursor }) })
    expect(headers['x-total-count']).toBe('8')
    seen.push(...body.map(({ id }) => id))
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  expect(seen).toEqual(
    made
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
})

test('only admins list all invoices, and an invalid query is refused', async () => {
  const owner = await signIn({ role: 'org_admin' })
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    const query = { organizationId: owner.organizationId }
    expect((await person.call(invoices.listAll, { query })).status).toBe(403)
    expect((await person.call(invoices.overview)).status).toBe(403)
  }
  for (const query of [{ organizationId: 'x' }, { organizationId: '' }, { status: 'open' }, { limit: '1e3' }])
    expect((await list(query)).status).toBe(400)
})
