import { expect, test } from 'vitest'
import type { LicenseStatus } from '#contract/licensing/licenses.ts'
import { files } from '#contract/releases/files.ts'
import { makeActiveLicense, makeCheckIn } from '#demo/rows/licenses.ts'
import { db, newOrganization, signIn } from '#server/testing/testing.ts'
import { createAdoption } from './adoption.ts'

const organizationId = await newOrganization()

async function makeDevice(appVersion: string | null | undefined, status: LicenseStatus = 'active') {
  const { id: licenseId } = await makeActiveLicense(db, { organizationId, status })
  const lastCheckIn = new Date().toISOString()
  if (appVersion !== undefined) await makeCheckIn(db, { licenseId, organizationId, lastCheckIn, appVersion })
}

test('a portal without devices has no adoption', async () => {
  expect(await createAdoption(db)()).toEqual({ devices: 0, versions: [] })
})

test('active devices are counted by what they last said they run, those that said nothing as unknown', async () => {
  for (const version of ['4.2.0', '4.2.0', '4.3.0', '4.2.0', null, '', undefined]) await makeDevice(version)
  for (const status of ['revoked', 'inactive'] as const) await makeDevice('4.1.0', status)
  const admin = await signIn({ role: 'admin' })
  expect((await admin.call(files.adoption)).body).toEqual({
    devices: 7,
    versions: [
      { version: '4.2.0', devices: 3 },
      { version: null, devices: 3 },
      { version: '4.3.0', devices: 1 },
    ],
  })
})

test('reports eight versions at most, and the total of all', async () => {
  for (let number = 0; number < 9; number++) await makeDevice(`9.${number}.0`)
  const { devices, versions } = await createAdoption(db)()
  expect([devices, versions.length, versions[0]?.version]).toEqual([16, 8, '4.2.0'])
})
