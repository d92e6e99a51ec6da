import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { devices } from '#contract/licensing/devices.ts'
import { enrollmentKeys, type EnrollmentKeyDraft } from '#contract/licensing/enrollment-keys.ts'
import { makeLicense, type LicenseRow } from '#demo/rows/licenses.ts'
import { only } from '#server/database/database.ts'
import { enrollmentKeys as keyTable, licenses as licenseTable } from '#server/database/schema/licensing/licenses.ts'
import { caller, db, signIn, type Person } from '#server/testing/testing.ts'

export const draft = { label: 'Lab roll-out' }

export const create = (person: Person, body: object = draft) => person.call(enrollmentKeys.create, { body })

export const change = (person: Person, key: { id: string }, body: object) =>
  person.call(enrollmentKeys.change, { params: key, body })

export const remove = (person: Person, key: { id: string }) => person.call(enrollmentKeys.remove, { params: key })

export const storedKey = ({ id }: { id: string }) => db.select().from(keyTable).where(eq(keyTable.id, id)).then(only)

type KeyOptions = Partial<EnrollmentKeyDraft> & { free?: number; facts?: Partial<LicenseRow>; licenseLimit?: number }

/** An organization's admin, one of its keys, and as many free licenses as are asked for. The key hands out these alone. */
export async function ownerWithKey({ free = 1, facts = {}, licenseLimit = 50, ...body }: KeyOptions = {}) {
  const owner = await signIn({ licenseLimit })
  const { organizationId } = owner
  const { body: key } = await create(owner, { ...draft, createsLicenses: false, ...body })
  const licenses = []
  // The oldest is handed out first, so each is a millisecond younger than the one before it.
  const createdAt = (count: number) => new Date(Date.now() - free + count).toISOString()
  for (let count = 0; count < free; count++)
    licenses.push(await makeLicense(db, { organizationId, createdAt: createdAt(count), ...facts }))
  return { owner, key, licenses, organizationId }
}

type Options = { fingerprint?: string; deviceName?: string; ip?: string }

/** A Windows computer whose installer was handed a key. */
export function computer({ fingerprint = randomUUID().toUpperCase(), deviceName = 'PC-1', ip }: Options = {}) {
  const { call } = caller(ip ? { ip } : {})
  const about = { deviceFingerprint: fingerprint, deviceName, deviceOs: 'Windows 11' }
  return {
    fingerprint,
    enroll: (enrollmentKey: string, more: object = {}) =>
      call(enrollmentKeys.enroll, { body: { enrollmentKey, ...about, ...more } }),
    deactivate: (deviceToken: string) => call(devices.deactivate, { body: { deviceToken } }),
  }
}

export const licensesOf = (organizationId: string) =>
  db.select().from(licenseTable).where(eq(licenseTable.organizationId, organizationId))
