import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  LABEL_REQUIRED,
  LIMIT_REACHED,
  NO_SUBSCRIPTION,
  ONLY_UNASSIGNED,
  ORGANIZATION_REQUIRED,
} from '#contract/licensing/changes.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { licenses as licenseTable } from '#server/database/schema/licensing/licenses.ts'
import { body, change, create, makeWith, remove, statuses, stored } from '#server/testing/licensing/licenses.ts'
import { db, inDays, newOrganization, signIn, times } from '#server/testing/testing.ts'

describe('creating', () => {
  test('a new license is unassigned and has its own key [R-ENT-34 R-ENT-35 R-API-25 R-STATE-27 R-ROLE-29]', async () => {
    const owner = await signIn()
    const { status, body: license } = await create(owner, { label: '  Reception PC ', description: ' By the door ' })
    expect(status).toBe(201)
    expect(license).toMatchObject({
      label: 'Reception PC',
      description: 'By the door',
      status: 'unassigned',
      deviceFingerprint: null,
      deviceName: null,
      lastCheckIn: null,
      billingStatus: 'paid',
      organizationId: owner.organizationId,
    })
    expect(license.licenseKey).toMatch(/^(\w{5}-){4}\w{5}$/)
    expect(license).not.toHaveProperty('keyHash')
  })

  test('a label is required, a description is not [R-VAL-30 R-VAL-31]', async () => {
    const owner = await signIn()
    for (const label of [undefined, '', '   ', 7, null]) {
      expect(await create(owner, { label })).toMatchObject({ status: 400, message: LABEL_REQUIRED })
    }
    expect((await create(owner, { label: 'A', description: '' })).body.description).toBeNull()
    expect((await create(owner, { label: 'B' })).body.description).toBeNull()
  })

  test('a full subscription refuses, and revoked licenses count [R-GEN-03 R-CONST-13 R-STATE-36]', async () => {
    const owner = await signIn({ licenseLimit: 2 })
    await makeWith(owner.organizationId, 'revoked')
    expect((await create(owner)).status).toBe(201)
    expect(await create(owner)).toMatchObject({ status: 409, message: LIMIT_REACHED })
  })

  test('twenty people racing for five seats get five licenses between them [R-STATE-36]', async () => {
    const owner = await signIn({ licenseLimit: 5 })
    const answers = await times(20, () => create(owner))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ message }) => message === LIMIT_REACHED)).toHaveLength(15)
    expect((await owner.call(licenses.list)).body).toHaveLength(5)
  })

  test('without a live subscription there is nothing to create under', async () => {
    const never = await signIn({ licenseLimit: null })
    expect(await create(never)).toMatchObject({ status: 409, message: NO_SUBSCRIPTION })

    const canceled = await signIn()
    const cancel = (currentPeriodEnd: string) =>
      db
        .update(subscriptions)
        .set({ status: 'canceled', currentPeriodEnd })
        .where(eq(subscriptions.organizationId, canceled.organizationId))
    await cancel(inDays(3))
    expect((await create(canceled)).status).toBe(201)
    await cancel(inDays(-1))
    expect(await create(canceled)).toMatchObject({ status: 409, message: NO_SUBSCRIPTION })
  })

  test('an admin says for which organization', async () => {
    const [admin, organizationId] = [await signIn({ role: 'admin' }), await newOrganization({ name: 'Globex' })]
    for (const wrong of [undefined, '', 'globex', 7, null]) {
      const answer = await create(admin, { ...body, organizationId: wrong })
      expect(answer).toMatchObject({ status: 400, message: ORGANIZATION_REQUIRED })
    }
    expect((await create(admin, { ...body, organizationId: randomUUID() })).status).toBe(404)
    const { body: license } = await create(admin, { ...body, organizationId })
    expect(license).toMatchObject({ organizationId, organizationName: 'Globex' })
  })

  test('for everyone else the organization in the body does not count', async () => {
    const [owner, foreign] = [await signIn(), await newOrganization()]
    for (const organizationId of [foreign, 'garbage', 7, null, { id: foreign }]) {
      expect((await create(owner, { ...body, organizationId })).body.organizationId).toBe(owner.organizationId)
    }
  })
})

describe('editing', () => {
  test('label and description change alone and together [R-API-30]', async () => {
    const owner = await signIn()
    const license = await makeLicense(db, { organizationId: owner.organizationId, description: 'Old' })
    expect((await change(owner, license, { label: ' New ' })).body).toMatchObject({ label: 'New', description: 'Old' })
    expect((await change(owner, license, { description: 'D' })).body).toMatchObject({ label: 'New', description: 'D' })
    expect((await change(owner, license, { description: '' })).body.description).toBeNull()
    await change(owner, license, { description: 'E' })
    expect((await change(owner, license, { description: null })).body.description).toBeNull()
    for (const nothing of [{}, { label: undefined }, { color: 'red' }]) {
      expect((await change(owner, license, nothing)).status).toBe(400)
    }
  })

  test('edits of different fields at the same time both survive', async () => {
    const owner = await signIn()
    const license = await makeWith(owner.organizationId, 'unassigned')
    for (let round = 0; round < 5; round++) {
      const wanted = { label: `L${round}`, description: `D${round}`, deviceFingerprint: `PC-${round}` }
      await Promise.all(Object.entries(wanted).map(([field, value]) => change(owner, license, { [field]: value })))
      expect(await stored(license.id)).toMatchObject(wanted)
    }
  })

  test('every version is later than the one before, whatever the clock says', async () => {
    const owner = await signIn()
    const license = await makeLicense(db, { organizationId: owner.organizationId, updatedAt: inDays(1) })
    const { body: changed } = await change(owner, license, { label: 'New' })
    expect(Date.parse(changed.updatedAt)).toBe(Date.parse(license.updatedAt) + 1)
  })

  test('If-Match refuses to overwrite someone else’s change', async () => {
    const owner = await signIn()
    const { body: license } = await create(owner)
    const ifMatch = (version: string) => ({ 'if-match': version })
    const quoted = await change(owner, license, { label: 'A' }, ifMatch(`"${license.updatedAt}"`))
    expect(quoted.status).toBe(200)
    const stale = await change(owner, license, { label: 'B' }, ifMatch(license.updatedAt))
    expect(stale).toMatchObject({ status: 409, message: 'Someone else changed this license. Check it and try again.' })
    const racing = await times(5, (index) =>
      change(owner, license, { label: `C${index}` }, ifMatch(quoted.body.updatedAt)),
    )
    expect(statuses(racing)).toEqual([200, 409, 409, 409, 409])
  })
})

describe('deleting', () => {
  test('only a free license [R-STATE-31 R-STATE-32 R-API-33]', async () => {
    const owner = await signIn()
    for (const status of ['active', 'assigned', 'revoked', 'inactive'] as const) {
      const license = await makeWith(owner.organizationId, status)
      expect(await remove(owner, license)).toMatchObject({ status: 409, message: ONLY_UNASSIGNED })
      expect(await stored(license.id)).toBeDefined()
    }
    const free = await makeWith(owner.organizationId, 'unassigned')
    expect((await remove(owner, free)).status).toBe(200)
    expect((await remove(owner, free)).status).toBe(404)
    expect(await stored(free.id)).toBeUndefined()
  })

  test('deleting and assigning at the same moment never both succeed', async () => {
    const owner = await signIn({ licenseLimit: 20 })
    await times(20, async (index) => {
      const license = await makeWith(owner.organizationId, 'unassigned')
      const [deleted, assigned] = await Promise.all([
        remove(owner, license),
        change(owner, license, { deviceFingerprint: `PC-${index}` }),
      ])
      expect([deleted.status, assigned.status]).toSatisfy(
        (pair: number[]) => String(pair) === '200,404' || String(pair) === '409,200',
      )
      expect((await stored(license.id))?.status).toBe(assigned.status === 200 ? 'assigned' : undefined)
    })
  })
})

test('every change is in the history, and no key or token is', async () => {
  const owner = await signIn()
  const { body: license } = await create(owner)
  await change(owner, license, { label: 'Renamed' })
  await change(owner, license, { deviceFingerprint: 'PC-1' })
  await db.update(licenseTable).set({ status: 'active' }).where(eq(licenseTable.id, license.id))
  await change(owner, license, { status: 'revoked' })
  await change(owner, license, { status: 'unassigned' })
  await change(owner, license, { status: 'revoked' })
  await remove(owner, license)
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, license.id)).orderBy(auditLog.id)
  expect(rows.map(({ action }) => action.replace('license.', ''))).toEqual([
    'created',
    'updated',
    'assigned',
    'revoked',
    'restored',
    'deleted',
  ])
  expect(rows[1]).toMatchObject({
    changes: { label: ['Reception PC', 'Renamed'] },
    actorId: owner.user.id,
    ip: owner.ip,
  })
  expect(rows[4]?.changes).toEqual({ status: ['revoked', 'unassigned'], deviceFingerprint: ['PC-1', null] })
  expect(JSON.stringify(rows)).not.toContain(license.licenseKey)
})
