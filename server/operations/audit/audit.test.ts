import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { only } from '#server/database/database.ts'
import { versions } from '#server/database/schema/releases.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { by, csv, list, addEntry } from '#server/testing/operations/audit.ts'
import { db, insertMany, newOrganization, signIn, type Person } from '#server/testing/testing.ts'

const actions = async (person: Person, query?: object) => (await list(person, query)).body.map(({ action }) => action)

describe('a trail', () => {
  let owner: Person
  let agent: Person
  let licenseId: string
  beforeAll(async () => {
    owner = await signIn()
    agent = await signIn({ role: 'agent' })
    const { organizationId } = owner
    licenseId = (await makeLicense(db, { organizationId, label: 'Front desk' })).id
    await addEntry(organizationId, { ...by(owner), createdAt: '2026-03-05T21:59:59.000Z' })
    await addEntry(organizationId, {
      ...by(agent, '203.0.113.99'),
      action: 'license.revoked',
      subjectKind: 'license',
      subjectId: licenseId,
      changes: { status: ['active', 'revoked'] },
      createdAt: '2026-03-05T22:00:00.000Z',
    })
    await addEntry(organizationId, {
      ...by(owner),
      action: 'session.opened',
      outcome: 'refused',
      createdAt: '2026-03-06T10:00:00.000Z',
    })
    await addEntry(organizationId, {
      actorKind: 'device',
      actorName: 'RECEPTION-PC',
      action: 'license-request.approved',
      createdAt: '2026-03-07T10:00:00.000Z',
    })
  })

  test('quality 100 is shown newest first, with all that is known', async () => {
    const { body, headers } = await list(owner)
    expect(headers['x-total-count']).toBe('4')
    expect(body.map(({ action }) => action)).toEqual([
      'license-request.approved',
      'session.opened',
      'license.revoked',
      'license.created',
    ])
    expect(body[1]).toMatchObject({ actorId: owner.user.id, ip: '198.51.100.7', outcome: 'refused' })
    expect(body[2]).toMatchObject({ subjectName: 'Front desk', changes: { status: ['active', 'revoked'] } })
  })

  test('the vendor’s people are one team without an address to customers, and themselves to admins', async () => {
    const hidden = { actorName: SUPPORT_TEAM, actorId: null, ip: null }
    expect((await list(owner)).body[2]).toMatchObject(hidden)
    const text = JSON.stringify((await list(owner)).body)
    for (const secret of ['203.0.113.99', agent.user.id]) expect(text).not.toContain(secret)
    const admin = await signIn({ role: 'admin' })
    const { body } = await list(admin, { organizationId: owner.organizationId })
    expect(body[2]).toMatchObject({ actorId: agent.user.id, actorName: 'Lerato Dlamini', ip: '203.0.113.99' })
  })

  test('what is hidden cannot be found out by searching either', async () => {
    const { organizationId } = owner
    const name = `Hidden ${randomUUID()}`
    await addEntry(organizationId, {
      ...by(agent),
      actorName: name,
      action: 'invoice.created',
      createdAt: '2026-01-01T10:00:00Z',
    })
    expect(await actions(owner, { search: name })).toEqual([])
    expect(await actions(owner, { actor: agent.user.id })).toEqual([])
    expect(await actions(owner, { search: SUPPORT_TEAM.toUpperCase(), group: 'license' })).toEqual(['license.revoked'])
    const admin = await signIn({ role: 'admin' })
    expect(await actions(admin, { search: name })).toEqual(['invoice.created'])
  })

  test.each([
    ['the action in words', { search: 'License REQUEST approved' }, ['license-request.approved']],
    ['what the action is called', { search: 'SIGN-in' }, ['session.opened']],
    ['the actor', { search: 'reception-' }, ['license-request.approved']],
    ['what it is about', { search: 'front desk' }, ['license.revoked']],
    ['an outcome', { status: 'refused' }, ['session.opened']],
    ['a group', { group: 'license' }, ['license-request.approved', 'license.revoked', 'license.created']],
    ['a South African day', { from: '2026-03-06', to: '2026-03-06' }, ['session.opened', 'license.revoked']],
    ['all until a day', { from: '2026-03-01', to: '2026-03-05' }, ['license.created']],
    ['a percent sign means itself', { search: '%' }, []],
  ])('is narrowed by %s', async (_what, query, found) => {
    expect(await actions(owner, query)).toEqual(found)
  })

  test('is narrowed to one person', async () => {
    expect(await actions(owner, { actor: owner.user.id })).toEqual(['session.opened', 'license.created'])
  })

  test('is narrowed to one thing, together with everything else', async () => {
    expect(await actions(owner, { subject: licenseId })).toEqual(['license.revoked'])
    const all = { subject: licenseId, group: 'license', status: 'success', from: '2026-03-06', to: '2026-03-06' }
    expect(await actions(owner, { ...all, search: 'front' })).toEqual(['license.revoked'])
    expect(await actions(owner, { ...all, actor: owner.user.id })).toEqual([])
    const admin = await signIn({ role: 'admin' })
    const { organizationId } = owner
    expect(await actions(admin, { ...all, organizationId, actor: agent.user.id })).toEqual(['license.revoked'])
    expect(await actions(admin, { ...all, organizationId: await newOrganization() })).toEqual([])
    const file = await csv(owner, { subject: licenseId })
    expect(file.trim().split('\r\n')).toHaveLength(2)
    expect(file).toContain('Front desk')
    expect(await actions(await signIn(), { subject: licenseId })).toEqual([])
  })

  test.each([
    { from: '2025-02-30' },
    { to: 'infinity' },
    { group: 'secrets' },
    { status: 'maybe' },
    { actor: 'me' },
    { subject: 'it' },
  ])('quality 42 quality 45 %o is refused', async (query) => expect((await list(owner, query)).status).toBe(400))

  test('comes in pages that join, also where many have one instant', async () => {
    const one = await signIn()
    const row = { ...by(one), createdAt: '2026-02-01T08:00:00.123Z' }
    for (let index = 0; index < 7; index += 1) await addEntry(one.organizationId, { ...row, requestId: String(index) })
    const walked: string[] = []
    let cursor: string | undefined
    do {
      const page = await list(one, { limit: '3', ...(cursor && { cursor }) })
      walked.push(...page.body.map(({ id }) => id))
      cursor = /cursor=([\w-]+)/.exec(String(page.headers.link))?.[1]
    } while (cursor)
    expect(walked).toEqual((await list(one)).body.map(({ id }) => id))
    expect(walked).toHaveLength(7)
  })
})

test('quality 26 quality 27 another organization’s trail is not to be had by asking for it', async () => {
  const owner = await signIn()
  const foreign = await newOrganization({ name: `Canary ${randomUUID()}` })
  const { id } = await makeLicense(db, { organizationId: foreign, label: 'Canary' })
  await addEntry(foreign, { actorName: 'Canary', subjectKind: 'license', subjectId: id })
  // Names of other organizations' objects stay hidden, too.
  await addEntry(owner.organizationId, { ...by(owner), subjectKind: 'license', subjectId: id })
  const query = { organizationId: foreign }
  const answer = await list(owner, query)
  expect(answer.headers['x-total-count']).toBe('1')
  expect(JSON.stringify(answer.body) + (await csv(owner, query))).not.toContain('Canary')
})

test('admins read everything, and staff without an organization by name', async () => {
  const admin = await signIn({ role: 'admin' })
  const mark = randomUUID()
  await addEntry(null, {
    ...by(admin),
    action: 'version.published',
    actorName: mark,
    subjectKind: 'user',
    subjectId: admin.user.id,
  })
  expect((await list(admin, { search: mark })).body).toMatchObject([
    { organizationId: null, organizationName: null, actorName: mark, subjectName: 'Lerato Dlamini' },
  ])
})

test('an invoice goes by its number and a version by its own, also in a search', async () => {
  const admin = await signIn({ role: 'admin' })
  const organizationId = await newOrganization()
  const invoice = await makeInvoice(db, { organizationId })
  const version = randomUUID()
  const { id } = await db.insert(versions).values({ version, fileName: 'setup.exe' }).returning().then(only)
  await addEntry(organizationId, { action: 'invoice.created', subjectKind: 'invoice', subjectId: invoice.id })
  await addEntry(null, { action: 'version.published', subjectKind: 'version', subjectId: id })
  for (const subjectName of [invoice.invoiceNumber, version])
    expect((await list(admin, { search: subjectName })).body).toMatchObject([{ subjectName }])
})

test('a ticket goes by its number and a document by its title, also where what was done is internal', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  const ticket = await makeTicket(db, { organizationId: owner.organizationId, userId: owner.user.id })
  const { id } = await db.insert(documents).values({ title: 'A draft', content: 'Text' }).returning().then(only)
  await addEntry(owner.organizationId, { action: 'ticket.updated', subjectKind: 'ticket', subjectId: ticket.id })
  await addEntry(null, { action: 'ticket.assigned', subjectKind: 'ticket', subjectId: ticket.id })
  await addEntry(null, { action: 'document.created', subjectKind: 'document', subjectId: id })
  const subjectName = expect.stringMatching(new RegExp(`^TKT-\\d{4}-0*${ticket.number}$`))
  const about = async (person: Person, subject: string) => (await list(person, { subject })).body
  expect(await about(admin, ticket.id)).toMatchObject([
    { action: 'ticket.assigned', subjectName },
    { action: 'ticket.updated', subjectName },
  ])
  expect(await about(admin, id)).toMatchObject([{ subjectName: 'A draft' }])
  expect(await about(owner, ticket.id)).toMatchObject([{ action: 'ticket.updated', subjectName }])
})

test('a hundred thousand entries are listed, searched, counted and exported', { timeout: 60_000 }, async () => {
  const owner = await signIn()
  await insertMany(sql`insert into audit_log (organization_id, actor_kind, actor_id, actor_name, action, created_at)
    select ${owner.organizationId}, 'user', ${owner.user.id}, 'Lerato Dlamini',
      case when n % 20 = 0 then 'license.revoked' else 'license.updated' end, now() - n * interval '1 minute'
    from generate_series(1, 100000) n`)
  await db.execute(sql`analyze audit_log`)
  const { body, headers } = await list(owner, { limit: '100' })
  expect([body.length, headers['x-total-count']]).toEqual([100, '100000'])
  expect((await list(owner, { search: 'nothing like it' })).body).toEqual([])
  expect((await csv(owner, { search: 'license revoked' })).trim().split('\r\n')).toHaveLength(5001)
})
