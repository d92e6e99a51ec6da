import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { FILE_DAYS } from '#contract/licensing/license-files.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { systemActor } from '#server/platform/actor.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { change, makeWith, move, remove } from '#server/testing/licensing/licenses.ts'
import { db, inDays, type Person } from '#server/testing/testing.ts'
import { bindOffline } from './offline.ts'

type OwnerWithLicense = Awaited<ReturnType<typeof ownerWithLicense>>

const revocationOf = (licenseId: string) =>
  db
    .select()
    .from(fileRevocations)
    .where(eq(fileRevocations.licenseId, licenseId))
    .then(([row]) => row)

const FILE_LIFE = FILE_DAYS.online + FILE_DAYS.grace

const expectNear = (instant: string | undefined, days: number) =>
  expect(Math.abs(Date.parse(instant ?? '') - Date.parse(inDays(days)))).toBeLessThan(5000)

const bindOfflineFor = ({ organizationId }: Person, { id }: { id: string }, days: number) =>
  db.transaction((tx) =>
    bindOffline(
      tx,
      systemActor,
      { scope: { organizationId }, id },
      { deviceFingerprint: 'PIT-7', until: inDays(days) },
    ),
  )

const pc = () => computer({ fingerprint: 'PIT-7' })

test.each<[deed: string, end: (made: OwnerWithLicense) => Promise<unknown>]>([
  ['revoked', ({ owner, license }) => change(owner, license, { status: 'revoked' })],
  ['moved', ({ owner, license }) => move(owner, license)],
  ['given back by its device', ({ key }) => pc().deactivate(key)],
])('the files of a license that is %s are void from then on, until the last of them has ended', async (_deed, end) => {
  const made = await ownerWithLicense()
  await pc().activate(made.key)
  expect(await revocationOf(made.license.id)).toBeUndefined()
  await end(made)
  const row = await revocationOf(made.license.id)
  expect(row?.organizationId).toBe(made.owner.organizationId)
  expectNear(row?.issuedBefore, 0)
  expectNear(row?.until, FILE_LIFE)
})

test.each<[deed: string, end: (made: OwnerWithLicense) => Promise<unknown>]>([
  ['moved', ({ owner, license }) => move(owner, license)],
  ['given back by its device', ({ key }) => pc().deactivate(key)],
])('the file of a device without internet is void as long as it would have lasted: %s', async (_deed, end) => {
  const made = await ownerWithLicense()
  await bindOfflineFor(made.owner, made.license, 372)
  await end(made)
  expectNear((await revocationOf(made.license.id))?.until, 372)
})

test('a later revocation covers newer files and keeps earlier ones revoked', async () => {
  const { owner, license } = await ownerWithLicense()
  await bindOfflineFor(owner, license, 372)
  await move(owner, license)
  const first = await revocationOf(license.id)
  await computer().activate(license.licenseKey)
  await change(owner, license, { status: 'revoked' })
  const second = await revocationOf(license.id)
  expect(second?.issuedBefore.localeCompare(first?.issuedBefore ?? '')).toBe(1)
  expect(second?.until).toBe(first?.until)
})

test('restoring revokes an offline file again; the revocation outlives the license', async () => {
  const { owner, license, key } = await ownerWithLicense()
  await pc().activate(key)
  await change(owner, license, { status: 'revoked' })
  const first = await revocationOf(license.id)
  await change(owner, license, { status: 'unassigned' })
  expect(await revocationOf(license.id)).toEqual(first)
  expect((await remove(owner, license)).status).toBe(200)
  expect(await revocationOf(license.id)).toEqual(first)
})

test('where there can be no file nothing is said to be void', async () => {
  const { owner } = await ownerWithLicense()
  const assigned = await makeWith(owner.organizationId, 'assigned')
  await change(owner, assigned, { deviceFingerprint: 'PC-9' })
  await pc().deactivate(assigned.licenseKey)
  await change(owner, assigned, { label: 'New' })
  const revoked = await makeWith(owner.organizationId, 'revoked')
  await change(owner, revoked, { status: 'unassigned' })
  const free = await makeLicense(db, { organizationId: owner.organizationId })
  await remove(owner, free)
  for (const { id } of [assigned, revoked, free]) expect(await revocationOf(id)).toBeUndefined()
})
