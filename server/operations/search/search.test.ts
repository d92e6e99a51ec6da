import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { search } from '#contract/operations/search.ts'
import type { Role } from '#contract/roles.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeUser } from '#demo/rows/users.ts'
import { db, inDays, insertMany, signIn, stranger, type Person } from '#server/testing/testing.ts'

/** A word that only this test's data contains. */
const newMark = () => `mark${randomUUID().slice(0, 8)}`

const newNumber = (mark: string) => `INV-${mark}-${randomUUID().slice(0, 8)}`

const find = async (person: Person, q: string) => (await person.call(search.everything, { query: { q } })).body

/** One object of each kind with the word, drafts included. */
async function makeWorld({ organizationId, user }: Person, mark: string) {
  const own = { organizationId }
  return {
    license: await makeActiveLicense(db, { ...own, label: `PC ${mark}`, deviceName: 'SHAFT-02' }),
    invoice: await makeInvoice(db, { ...own, invoiceNumber: newNumber(mark), amountCents: 123_450 }),
    draft: await makeInvoice(db, { ...own, invoiceNumber: newNumber(mark), status: 'draft' }),
    ticket: await makeTicket(db, { ...own, userId: user.id, title: `Help ${mark}` }),
  }
}

const makeDocuments = async (mark: string) => ({
  article: await makeDocument(db, { title: `Article ${mark}`, type: 'faq' }),
  unpublished: await makeDocument(db, { title: `Unpublished ${mark}`, published: false }),
})

test('one call finds license, invoice, ticket and document, each with what the palette shows', async () => {
  const mark = newMark()
  const person = await signIn()
  const { license, invoice, ticket } = await makeWorld(person, mark)
  const { article } = await makeDocuments(mark)
  expect(await find(person, mark)).toEqual({
    licenses: [
      {
        id: license.id,
        label: `PC ${mark}`,
        keyStart: license.licenseKey.slice(0, 8),
        deviceName: 'SHAFT-02',
        organizationName: null,
      },
    ],
    invoices: [
      {
        id: invoice.id,
        invoiceNumber: invoice.invoiceNumber,
        amount: '1234.50',
        status: 'issued',
        organizationName: null,
      },
    ],
    tickets: [
      {
        id: ticket.id,
        ticketNumber: expect.stringMatching(/^TKT-\d{4}-\d{6}$/),
        title: `Help ${mark}`,
        status: 'open',
        organizationName: null,
      },
    ],
    documents: [{ id: article.id, title: `Article ${mark}`, type: 'faq' }],
    organizations: [],
    people: [],
    versions: [],
  })
})

type Counts = [licenses: number, invoices: number, tickets: number, documents: number]

/** Two organizations have one of everything and a draft invoice; there are a document and a draft. */
const rights: [who: string, role: Role, counts: Counts][] = [
  ['an org_admin its organization’s, without drafts', 'org_admin', [1, 1, 1, 1]],
  ['a customer the same, of the tickets the own ones', 'customer', [1, 1, 0, 1]],
  ['an agent finds all tickets and documents', 'agent', [0, 0, 2, 2]],
  ['an admin everything', 'admin', [2, 4, 2, 2]],
]

test.each(rights)('%s [R-ROLE-41]', async (_who, role, counts) => {
  const mark = newMark()
  const owner = await signIn()
  await makeWorld(owner, mark)
  await makeWorld(await signIn(), mark)
  await makeDocuments(mark)
  const staff = role === 'admin' || role === 'agent'
  const found = await find(staff ? await signIn({ role }) : await owner.colleague(role), mark)
  const { licenses, invoices, tickets, documents } = found
  expect([licenses, invoices, tickets, documents].map(({ length }) => length)).toEqual(counts)
  const named = [...licenses, ...invoices, ...tickets].map(({ organizationName }) => organizationName !== null)
  expect(new Set(named)).toEqual(new Set([staff]))
})

test('nothing of another organization, and nothing internal, is anywhere in the answer', async () => {
  const canary = newMark()
  const other = await signIn()
  const { invoice, ticket } = await makeWorld(other, canary)
  await makeDocument(db, { title: canary, published: false })
  await makeLicense(db, { organizationId: other.organizationId, label: 'Plain', deviceName: canary })
  const spied = await makeLicense(db, { organizationId: other.organizationId, label: 'Spied upon' })
  const number = `TKT-${new Date().getUTCFullYear()}-${String(ticket.number).padStart(6, '0')}`
  const nothing = {
    licenses: [],
    invoices: [],
    tickets: [],
    documents: [],
    organizations: [],
    people: [],
    versions: [],
  }
  for (const role of ['org_admin', 'customer'] as const) {
    const outsider = await signIn({ role })
    for (const q of [canary, spied.licenseKey, invoice.invoiceNumber, number]) {
      expect([q, await find(outsider, q)]).toEqual([q, nothing])
    }
  }
})

test('staff find customers and their people, admins colleagues and versions too, and customers none', async () => {
  const mark = newMark()
  const { id, name, contactEmail } = await makeOrganization(db, { name: `Kopje ${mark}` })
  const person = await makeUser(db, { organizationId: id, lastName: mark })
  const colleague = await makeUser(db, { role: 'agent', lastName: mark })
  const version = await makeVersion(db, { version: `9.9.9-${mark}` })
  const organizations = [{ id, name, contactEmail }]
  const found = (people: { id: string }[]) => people.map((one) => one.id).toSorted()
  const owner = await signIn({ organizationId: id, role: 'org_admin' })

  const forAdmin = await find(await signIn({ role: 'admin' }), mark)
  expect(forAdmin).toMatchObject({ organizations, versions: [{ id: version.id, version: version.version }] })
  expect(found(forAdmin.people)).toEqual([person.id, colleague.id].toSorted())
  const forAgent = await find(await signIn({ role: 'agent' }), mark)
  expect(forAgent).toMatchObject({ organizations, versions: [] })
  expect(forAgent.people).toEqual([
    {
      id: person.id,
      name: `${person.firstName} ${mark}`,
      email: person.email,
      organizationId: id,
      organizationName: name,
    },
  ])
  expect(await find(owner, mark)).toMatchObject({ organizations: [], people: [], versions: [] })
  expect((await find(await signIn({ role: 'agent' }), person.email)).people).toMatchObject([{ id: person.id }])
})

test('licenses are found by key and device name, tickets and invoices by number, whatever the case', async () => {
  const person = await signIn()
  const mark = newMark()
  const { license, invoice, ticket } = await makeWorld(person, mark)
  expect(await find(person, license.licenseKey.toLowerCase())).toMatchObject({ licenses: [{ id: license.id }] })
  expect(await find(person, ' shaft-02 ')).toMatchObject({ licenses: [{ id: license.id }] })
  expect(await find(person, invoice.invoiceNumber.toLowerCase())).toMatchObject({ invoices: [{ id: invoice.id }] })
  expect(await find(person, String(ticket.number).padStart(6, '0'))).toMatchObject({ tickets: [{ id: ticket.id }] })
})

test('returns the five newest of each kind', async () => {
  const person = await signIn()
  const mark = newMark()
  for (const days of [-1, -2, -3, -4, -5, -6]) {
    const { id: userId } = person.user
    const dated = { organizationId: person.organizationId, createdAt: inDays(days) }
    await makeLicense(db, { ...dated, label: `${mark} ${days}` })
    await makeInvoice(db, { ...dated, invoiceNumber: `${mark}${days}` })
    await makeTicket(db, { ...dated, userId, title: `${mark} ${days}` })
    await makeDocument(db, { createdAt: inDays(days), title: `${mark} ${days}` })
  }
  const { licenses, invoices, tickets, documents } = await find(person, mark)
  const newest = [-1, -2, -3, -4, -5]
  expect(licenses.map(({ label }) => label)).toEqual(newest.map((days) => `${mark} ${days}`))
  expect(invoices.map(({ invoiceNumber }) => invoiceNumber)).toEqual(newest.map((days) => `${mark}${days}`))
  expect(tickets.map(({ title }) => title)).toEqual(newest.map((days) => `${mark} ${days}`))
  expect(documents.map(({ title }) => title)).toEqual(newest.map((days) => `${mark} ${days}`))
})

test('what is called exactly so comes before newer ones that contain it', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  const admin = await signIn({ role: 'admin' })
  const mark = newMark()
  const old = { organizationId, createdAt: inDays(-9) }
  const company = await makeOrganization(db, { name: mark, createdAt: inDays(-9) })
  const person = await makeUser(db, { ...old, email: `${mark}@mine.example` })
  const device = await makeActiveLicense(db, { ...old, deviceName: mark })
  const version = await makeVersion(db, { version: `4.${mark}`, createdAt: inDays(-9) })
  for (const place of [1, 2, 3, 4, 5]) {
    await makeOrganization(db, { name: `${mark} ${place}` })
    await makeUser(db, { organizationId, email: `${place}${mark}@mine.example` })
    await makeActiveLicense(db, { organizationId, deviceName: `${mark}${place}` })
    await makeVersion(db, { version: `4.${mark}${place}` })
  }
  const found = await find(admin, mark.toUpperCase())
  expect([found.organizations[0]?.id, found.organizations.length]).toEqual([company.id, 5])
  const { licenses } = await find(owner, mark.toUpperCase())
  expect([licenses[0]?.id, licenses.length]).toEqual([device.id, 5])
  expect((await find(admin, person.email)).people.map(({ id }) => id)[0]).toBe(person.id)
  expect((await find(admin, version.version)).versions[0]?.id).toBe(version.id)
})

test('a ticket is found behind a thousand newer ones', async () => {
  const person = await signIn()
  const { organizationId, user } = person
  const mark = newMark()
  const dated = { organizationId, userId: user.id, createdAt: inDays(-2) }
  const { id } = await makeTicket(db, { ...dated, title: `Old ${mark}` })
  await insertMany(sql`
    insert into tickets (organization_id, user_id, title, description, created_at)
    select ${organizationId}, ${user.id}, 'Another', 'Later', now() - n * interval '1 second'
    from generate_series(1, 1001) n`)
  await makeTicket(db, { organizationId, userId: user.id, title: `New ${mark}` })
  expect((await find(person, mark)).tickets.map(({ title }) => title)).toEqual([`New ${mark}`, `Old ${mark}`])
  expect((await find(person, 'old')).tickets).toMatchObject([{ id }])
  expect((await find(person, 'another')).tickets).toHaveLength(5)
})

test('a person’s % and _ mean themselves', async () => {
  const person = await signIn()
  const mark = newMark()
  await makeWorld(person, mark)
  await makeLicense(db, { organizationId: person.organizationId, label: `100%_${mark}` })
  expect((await find(person, `%_${mark}`)).licenses).toMatchObject([{ label: `100%_${mark}` }])
  // Punctuation in a ticket search is ignored.
  expect((await find(person, `%${mark.slice(4)}`)).tickets).toEqual([])
  for (const q of [`%${mark}%`, `PC_${mark}`, `INV_${mark}`, `Help_${mark}`, String.raw`\\${mark}`]) {
    expect(await find(person, q)).toMatchObject({ licenses: [], invoices: [] })
  }
})

test('2 to 100 characters are a search, and visitors have none', async () => {
  const person = await signIn()
  for (const q of ['', 'a', '  a  ', 'a'.repeat(101), 'a\0b']) {
    const { status, message } = await person.call(search.everything, { query: { q } })
    expect([q, status, message]).toEqual([q, 400, expect.stringMatching(/./)])
  }
  expect((await person.call(search.everything)).status).toBe(400)
  for (const q of ['ab', ' ab ', 'a'.repeat(100)]) {
    expect((await person.call(search.everything, { query: { q } })).status).toBe(200)
  }
  expect((await stranger().call(search.everything, { query: { q: 'ab' } })).status).toBe(401)
})
