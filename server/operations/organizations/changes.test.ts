import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { admin, change, price, auditOf } from '#server/testing/operations/organizations.ts'
import { db, inDays, statusesOf } from '#server/testing/testing.ts'

const facts = { name: 'Old Works', contactEmail: 'old@works.example', phone: '010 555 0100', address: '1 Old Street' }

test('an admin changes an organization’s name and contacts, and the change is audited [R-API-56 R-VAL-62]', async () => {
  const before = await makeOrganization(db, { ...facts, updatedAt: inDays(-1) })
  const wanted = {
    name: ' New Works ',
    contactEmail: 'new@works.example',
    phone: '',
    address: '2 New Street\nUmhlanga',
  }
  const { status, body } = await change(before, wanted)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: before.id,
    name: 'New Works',
    contactEmail: 'new@works.example',
    phone: null,
    address: '2 New Street\nUmhlanga',
    subscriptionStatus: 'none',
  })
  expect(body.updatedAt > before.updatedAt).toBe(true)
  expect(await auditOf(before.id)).toMatchObject([
    {
      action: 'organization.updated',
      actorId: admin.user.id,
      organizationId: before.id,
      subjectKind: 'organization',
      changes: {
        name: ['Old Works', 'New Works'],
        contactEmail: ['old@works.example', 'new@works.example'],
        phone: ['010 555 0100', null],
        address: ['1 Old Street', '2 New Street\nUmhlanga'],
      },
    },
  ])
})

test('what is left out stays, and saying what is so already changes nothing [R-VAL-62]', async () => {
  const before = await makeOrganization(db, facts)
  const { body } = await change(before, { phone: null })
  expect(body).toMatchObject({ ...facts, phone: null })
  const { body: same } = await change(before, { name: facts.name, phone: '' })
  expect(same.updatedAt).toBe(body.updatedAt)
  expect(await auditOf(before.id)).toHaveLength(1)
})

test.each([
  ['an empty name [R-VAL-60]', { name: '  ' }, 'Organization name is required'],
  ['a name of two lines [R-VAL-60]', { name: 'One\nTwo' }, 'Contains characters that cannot be used'],
  ['an address without a domain [R-VAL-61]', { contactEmail: 'office@' }, 'Invalid email address'],
  ['no address [R-VAL-61]', { contactEmail: '' }, 'Invalid email address'],
  ['a phone number as long as a letter', { phone: '1'.repeat(41) }, 'Must be at most 40 characters'],
  ['nothing', {}, 'Nothing to change'],
])('%s is refused', async (_what, wrong, message) => {
  const before = await makeOrganization(db, facts)
  expect(await change(before, wrong)).toMatchObject({ status: 400, message })
  expect(await auditOf(before.id)).toEqual([])
})

test('refuses a change based on an older version, even the caller’s own', async () => {
  const before = await makeOrganization(db, facts)
  const seen = { 'if-match': `"${before.updatedAt}"` }
  const { body: renamed } = await change(before, { name: 'First' }, seen)
  expect(await change(before, { name: 'Second' }, seen)).toMatchObject({
    status: 409,
    message: 'Someone else changed this organization. Check it and try again.',
  })
  expect((await change(before, { name: 'Third' }, { 'if-match': renamed.updatedAt })).body.name).toBe('Third')
})

test('takes a version in any form of If-Match, and * for any version', async () => {
  const before = await makeOrganization(db, facts)
  const weak = await change(before, { name: 'Weak' }, { 'if-match': `W/"${before.updatedAt}"` })
  expect(weak.body.name).toBe('Weak')
  expect((await change(before, { name: 'Any' }, { 'if-match': '*' })).body.name).toBe('Any')
})

test('takes any version of a list in If-Match, and refuses a header that is none', async () => {
  const { body: before } = await change(await makeOrganization(db, facts), { name: 'Before' })
  const listed = (version: string) => ({ 'if-match': `"other", W/"${version}"` })
  const { body: after } = await change(before, { name: 'Listed' }, listed(before.updatedAt))
  expect(after.name).toBe('Listed')
  expect((await change(before, { name: 'Stale' }, listed(before.updatedAt))).status).toBe(409)
  for (const wrong of ['', ' ', '"', `"${after.updatedAt}`, `"${after.updatedAt}" and more`, '"1",'])
    expect(await change(before, { name: 'Malformed' }, { 'if-match': wrong })).toMatchObject({
      status: 400,
      message: 'If-Match is not valid. Send the updatedAt that you read, or leave the header out.',
    })
})

test('of eight changes that were based on the same state one is made', async () => {
  const before = await makeOrganization(db, facts)
  const headers = { 'if-match': before.updatedAt }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => change(before, { name: `Name ${number}` }, headers)),
  )
  expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
})

test('changes of different fields at the same time all survive', async () => {
  const before = await makeOrganization(db, facts)
  const wanted = { name: 'Both', contactEmail: 'both@works.example', phone: '1', address: '2' }
  await Promise.all(Object.entries(wanted).map(([field, value]) => change(before, { [field]: value })))
  await price(before, '12.00')
  expect((await change(before, { name: 'Both' })).body).toMatchObject({ ...wanted, twelveMonthValue: '12.00' })
})

test('the price of twelve months is set, 0 too, subscribed or not [R-API-57 R-ENT-20]', async () => {
  const { id } = await makeOrganization(db, { twelveMonthCents: 359_880 })
  expect(await price({ id }, '2994.5')).toMatchObject({ status: 200, body: { twelveMonthValue: '2994.50' } })
  await makeSubscription(db, { organizationId: id })
  expect((await price({ id }, '0')).body).toMatchObject({ twelveMonthValue: '0.00', subscriptionStatus: 'active' })
  expect((await price({ id }, 0)).status).toBe(200)
  expect(await auditOf(id)).toMatchObject([
    { action: 'organization.price-changed', changes: { twelveMonthCents: [359_880, 299_450] } },
    { action: 'organization.price-changed', changes: { twelveMonthCents: [299_450, 0] } },
  ])
})

test.each([undefined, null, '', 'much', '-1', '1,50', '1.005', '1e3', Number.NaN, {}, []])(
  '%j is no price [R-VAL-55]',
  async (wrong) => {
    const before = await makeOrganization(db, { twelveMonthCents: 1200 })
    const message = 'Twelve-month value must be an amount such as 2994.00'
    expect(await price(before, wrong)).toMatchObject({ status: 400, message })
    expect(await auditOf(before.id)).toEqual([])
  },
)

test('an organization that does not exist is answered with 404', async () => {
  const nobody = { id: randomUUID() }
  const missing = { status: 404, message: 'Organization not found' }
  expect(await change(nobody, { name: 'Nobody' })).toMatchObject(missing)
  expect(await price(nobody, '1.00')).toMatchObject(missing)
})
