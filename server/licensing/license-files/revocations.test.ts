import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import type { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { fileRevocations, licenses as licenseTable } from '#server/database/schema/licensing/licenses.ts'
import { organizationPseudonym } from '#server/licensing/signing/organization-pseudonym.ts'
import { sweep } from '#server/operations/upkeep/sweep.ts'
import { rotateSecrets } from '#server/platform/secrets/secrets.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { openFile, openRevocations } from '#server/testing/licensing/license-files.ts'
import { change, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, newOrganization, platform, stranger, times } from '#server/testing/testing.ts'

const listed = async (licenseId: string) =>
  (await openRevocations()).licenses.find((entry) => entry.licenseId === licenseId)

const pseudonymSecret = await platform.secrets.open('organization-names')

const isListed = async (organizationId: string) =>
  (await openRevocations()).organizations.includes(organizationPseudonym(pseudonymSecret, organizationId))

/** An organization with a license and this subscription. */
async function customer(facts: Partial<typeof subscriptions.$inferInsert>) {
  const organizationId = await newOrganization({ licenseLimit: null })
  await makeSubscription(db, { organizationId, ...facts })
  await makeLicense(db, { organizationId })
  return organizationId
}

test('a license that is taken from its device is on the list: its older files are void', async () => {
  const { owner, license, key } = await ownerWithLicense()
  const { serverTime } = (await computer().activate(key)).body
  expect(await listed(license.id)).toBeUndefined()
  await change(owner, license, { status: 'revoked' })
  expect(Date.parse((await listed(license.id))!.issuedBefore)).toBeGreaterThan(Date.parse(serverTime))
  await change(owner, license, { status: 'unassigned' })
  const again = (await computer().activate(key)).body
  expect(Date.parse((await listed(license.id))!.issuedBefore)).toBeLessThanOrEqual(Date.parse(again.serverTime))
})

test('organizations whose devices are refused as a whole are on the list, and the others are not', async () => {
  const suspended = await newOrganization()
  await suspend(suspended)
  const ended = await customer({ endedAt: inDays(-1) })
  const over = await customer({ status: 'canceled', currentPeriodEnd: inDays(-0.01) })
  const unpaid = await customer({ status: 'unpaid' })
  const overdue = await customer({ status: 'past_due', pastDueAt: inDays(-14.1) })
  const owing = await customer({})
  await makeInvoice(db, { organizationId: owing, status: 'overdue', dueDate: inDays(-20).slice(0, 10) })
  for (const id of [suspended, ended, over, unpaid, overdue, owing])
    expect([id, await isListed(id)]).toEqual([id, true])

  const healthy = await customer({})
  const late = await customer({ status: 'past_due', pastDueAt: inDays(-13.9) })
  const canceled = await customer({ status: 'canceled', currentPeriodEnd: inDays(1) })
  const empty = await newOrganization({ licenseLimit: null })
  for (const id of [healthy, late, canceled, empty]) expect([id, await isListed(id)]).toEqual([id, false])
})

test('the list names no organization by its id, but by what its own files call it', async () => {
  const { owner, key } = await ownerWithLicense()
  const file = await openFile((await computer().activate(key)).body.licenseFile)
  expect(file.organizationId).not.toBe(owner.organizationId)
  await suspend(owner.organizationId)
  const list = await openRevocations()
  expect(list.organizations).toContain(file.organizationId)
  expect(JSON.stringify(list)).not.toContain(owner.organizationId)
})

test('an older file, which contains the organization’s id, is revoked by its license while it is valid', async () => {
  const { owner, license } = await ownerWithLicense()
  const other = await makeLicense(db, { organizationId: owner.organizationId })
  const body = { deviceFingerprint: randomUUID(), ttlDays: 30 }
  expect((await owner.call(licenseFiles.make, { params: license, body })).status).toBe(200)
  expect(await listed(license.id)).toBeUndefined()
  await suspend(owner.organizationId)
  const { issuedAt, licenses } = await openRevocations()
  expect(licenses.filter(({ licenseId }) => licenseId === license.id)).toEqual([
    { licenseId: license.id, issuedBefore: issuedAt },
  ])
  expect(licenses.some(({ licenseId }) => licenseId === other.id)).toBe(false)
  await db
    .update(licenseTable)
    .set({ offlineUntil: inDays(-1) })
    .where(eq(licenseTable.id, license.id))
  expect(await listed(license.id)).toBeUndefined()
})

test('the pseudonym of an organization outlives a rotation of the secrets', async () => {
  const organizationId = await newOrganization()
  const before = organizationPseudonym(pseudonymSecret, organizationId)
  await rotateSecrets(platform, { afterSeconds: 0 })
  await platform.secrets.refresh()
  expect(organizationPseudonym(pseudonymSecret, organizationId)).toBe(before)
  await suspend(organizationId)
  expect((await openRevocations()).organizations).toContain(before)
})

test('the list says what is so when it is asked for, however many ask', async () => {
  const { owner, license, key } = await ownerWithLicense()
  await computer().activate(key)
  const crowd = times(50, () => stranger().call(licenseFiles.revocations))
  await change(owner, license, { status: 'revoked' })
  expect(await listed(license.id)).toBeDefined()
  expect((await crowd).every(({ status }) => status === 200)).toBe(true)
})

test('expired revocations leave the list and are deleted', async () => {
  const organizationId = await newOrganization()
  const row = (until: string) => ({ licenseId: randomUUID(), organizationId, issuedBefore: inDays(-30), until })
  const [over, open] = [row(inDays(-0.001)), row(inDays(1))]
  await db.insert(fileRevocations).values([over, open])
  expect(await listed(over.licenseId)).toBeUndefined()
  expect((await listed(open.licenseId))?.issuedBefore).toBe(open.issuedBefore)
  await sweep(platform)
  const left = await db.select().from(fileRevocations).where(eq(fileRevocations.organizationId, organizationId))
  expect(left.map(({ licenseId }) => licenseId)).toEqual([open.licenseId])
})
