import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { organizations } from '#contract/operations/organizations.ts'
import { newOrganization, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })
const ask = (id: string, twelveMonthValue: string) =>
  admin.call(organizations.previewPricing, { params: { id }, query: { twelveMonthValue } })
const set = (id: string, twelveMonthValue: string) =>
  admin.call(organizations.setPricing, { params: { id }, body: { twelveMonthValue } })

test('the preview of a price is the next invoice once it is set, and changes nothing', async () => {
  const id = await newOrganization({ licenseLimit: 5 })
  const first = await ask(id, '24000.00')
  expect(first.status).toBe(200)
  const { before, after } = first.body
  expect(after?.amount).toBe('2000.00')
  expect(before?.amount).not.toBe(after?.amount)
  expect((await ask(id, '12.00')).body.before).toEqual(before)
  await set(id, '24000.00')
  expect((await ask(id, '24000.00')).body).toEqual({ before: after, after })
})

test('without a subscription no invoice follows, and a wrong price or an unknown organization is refused', async () => {
  const id = await newOrganization({ licenseLimit: null })
  expect((await ask(id, '24000.00')).body).toEqual({ before: null, after: null })
  expect((await ask(id, '-1')).status).toBe(400)
  expect((await ask(randomUUID(), '24000.00')).status).toBe(404)
})

test('only admins preview prices', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const call = { params: { id: owner.organizationId }, query: { twelveMonthValue: '1.00' } }
  for (const person of [owner, await owner.colleague('customer'), await signIn({ role: 'agent' })])
    expect((await person.call(organizations.previewPricing, call)).status).toBe(403)
})
