import { randomUUID } from 'node:crypto'
import { devices } from '#contract/licensing/devices.ts'
import { makeLicense, type LicenseRow } from '#demo/rows/licenses.ts'
import { caller, db, signIn } from '#server/testing/testing.ts'

type Options = { fingerprint?: string; deviceName?: string; ip?: string }

/** A Windows computer with a new UUID. */
export function computer({ fingerprint = randomUUID().toUpperCase(), deviceName = 'PC-1', ip }: Options = {}) {
  const { call } = caller(ip ? { ip } : {})
  const about = { deviceName, deviceOs: 'Windows 11' }
  return {
    fingerprint,
    activate: (licenseKey: string, more: object = {}) =>
      call(devices.activate, { body: { licenseKey, deviceFingerprint: fingerprint, ...about, ...more } }),
    validate: (licenseKey: string, more: object = {}) =>
      call(devices.validate, { body: { licenseKey, deviceFingerprint: fingerprint, ...more } }),
    checkIn: (token: string, more: object = {}) =>
      call(devices.checkIn, { body: { ...about, ...more }, headers: { authorization: `Device ${token}` } }),
    transfer: (token: string, more: object = {}) =>
      call(devices.transfer, {
        body: { deviceFingerprint: fingerprint, ...about, ...more },
        headers: { authorization: `Device ${token}` },
      }),
    deactivate: (licenseKey: string) =>
      call(devices.deactivate, { body: { licenseKey, deviceFingerprint: fingerprint } }),
    deactivateByToken: (deviceToken: string) => call(devices.deactivate, { body: { deviceToken } }),
  }
}

/** An organization's admin and one of its licenses. */
export async function ownerWithLicense(facts: Partial<LicenseRow> = {}) {
  const owner = await signIn({ licenseLimit: 50 })
  const license = await makeLicense(db, { organizationId: owner.organizationId, ...facts })
  return { owner, license, key: license.licenseKey }
}

/** A license in use on a computer that knows its key and its token. */
export async function inUse(facts: Partial<LicenseRow> = {}) {
  const { owner, license, key } = await ownerWithLicense(facts)
  const pc = computer({ deviceName: 'OLD-PC' })
  const { deviceToken } = (await pc.activate(key)).body
  return { owner, license, key, pc, deviceToken }
}
