import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  assignments,
  ASSIGNMENTS_MAX,
  LISTED_TWICE,
  NO_FREE_LICENSE,
  NO_SUCH_LABEL,
} from '#contract/licensing/assignments.ts'
import { DEVICE_TAKEN, ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { PLACEHOLDER_UUID } from '#contract/licensing/fingerprints.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { makeInOrder, suspend } from '#server/testing/licensing/licenses.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const assign = ({ call }: Pick<Person, 'call'>, devices: object[], more: object = {}) =>
  call(assignments.create, { body: { devices, ...more } })

const uuid = () => randomUUID().toUpperCase()

async function ownerWith(...labels: string[]) {
  const owner = await signIn({ licenseLimit: 50 })
  return { owner, made: await makeInOrder(owner.organizationId, labels) }
}

test('gives each device the license of its label, or the oldest that no other device names', async () => {
  const { owner } = await ownerWith('PC 1', 'Boardroom', 'PC 2')
  const [first, named, last] = [uuid(), uuid(), uuid()]
  const { status, body } = await assign(owner, [
    { deviceFingerprint: first },
    { deviceFingerprint: named, label: 'boardroom' },
    { deviceFingerprint: last },
  ])
  expect(status).toBe(200)
  expect(body.map(({ deviceFingerprint, license, message }) => [deviceFingerprint, license?.label, message])).toEqual([
    [first, 'PC 1', null],
    [named, 'Boardroom', null],
    [last, 'PC 2', null],
  ])
  expect(body.map(({ license }) => [license?.status, license?.deviceFingerprint])).toEqual([
    ['assigned', first],
    ['assigned', named],
    ['assigned', last],
  ])
})

test('says for each device why it got no license, and the others get theirs', async () => {
  const { owner } = await ownerWith('PC 1', 'PC 2')
  const taken = uuid()
  await makeLicense(db, { organizationId: owner.organizationId, deviceFingerprint: taken })
  const good = uuid()
  const { body } = await assign(owner, [
    { deviceFingerprint: taken },
    { deviceFingerprint: '00000000-0000-0000-0000-000000000000' },
    { deviceFingerprint: good, label: 'PC 2' },
    { deviceFingerprint: good.toLowerCase() },
    { deviceFingerprint: uuid(), label: 'Nowhere' },
    { deviceFingerprint: uuid() },
    { deviceFingerprint: uuid() },
  ])
  expect(body.map(({ license, message }) => license?.label ?? message)).toEqual([
    DEVICE_TAKEN,
    PLACEHOLDER_UUID,
    'PC 2',
    LISTED_TWICE,
    NO_SUCH_LABEL,
    'PC 1',
    NO_FREE_LICENSE,
  ])
})

test('a device activates the license that was assigned to it', async () => {
  const { owner, made } = await ownerWith('PC 1')
  const pc = computer()
  await assign(owner, [{ deviceFingerprint: pc.fingerprint }])
  expect((await computer().activate(made[0]!.licenseKey)).body.code).not.toBe('VALID')
  expect((await pc.activate(made[0]!.licenseKey)).body).toMatchObject({ valid: true })
})

test('two lists at once never share a license', async () => {
  const { owner } = await ownerWith(...Array.from({ length: 8 }, (_, n) => `PC ${n}`))
  const list = () => Array.from({ length: 6 }, () => ({ deviceFingerprint: uuid() }))
  const answers = await Promise.all([assign(owner, list()), assign(owner, list())])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const ids = answers.flatMap(({ body }) => body.flatMap(({ license }) => license?.id ?? []))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(6)
})

test('belongs to administrators of the organization, and to admins who name one', async () => {
  const { owner } = await ownerWith('PC 1')
  const devices = [{ deviceFingerprint: uuid() }]
  expect((await assign(await owner.colleague('customer'), devices)).status).toBe(403)
  expect((await assign(await signIn(), devices)).body).toMatchObject([{ license: null, message: NO_FREE_LICENSE }])
  const admin = await signIn({ role: 'admin' })
  expect((await assign(admin, devices)).status).toBe(400)
  const { body } = await assign(admin, devices, { organizationId: owner.organizationId })
  expect(body[0]?.license?.label).toBe('PC 1')
})

test('a suspended organization assigns nothing', async () => {
  const { owner } = await ownerWith('PC 1')
  await suspend(owner.organizationId)
  const { status, body } = await assign(owner, [{ deviceFingerprint: uuid() }])
  expect([status, body]).toMatchObject([403, { message: ORGANIZATION_SUSPENDED }])
})

test.each([
  [[]],
  [[{ deviceFingerprint: ' ' }]],
  [Array.from({ length: ASSIGNMENTS_MAX + 1 }, () => ({ deviceFingerprint: uuid() }))],
])('refuses a list without devices, without a UUID or too long', async (devices) => {
  const { owner } = await ownerWith('PC 1')
  expect((await assign(owner, devices)).status).toBe(400)
})
