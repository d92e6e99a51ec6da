import { randomInt, randomUUID } from 'node:crypto'
import { normalizeLicenseKey } from '#contract/licensing/devices.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { only, type Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { sha256 } from '#server/platform/hashing.ts'

export type LicenseRow = typeof licenses.$inferInsert
type Facts = Partial<LicenseRow> & Pick<LicenseRow, 'organizationId'>

export const KEY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const randomLetters = () => Array.from({ length: 25 }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('')

/** Formats 25 letters as five groups. */
export const groupKey = (letters: string) => letters.match(/.{5}/g)?.join('-') ?? letters

/** Defaults: unassigned, or assigned with a `deviceFingerprint`. Also sets the columns derived from key and fingerprint. */
export function licenseRow({ licenseKey = groupKey(randomLetters()), ...facts }: Facts): LicenseRow {
  const { deviceFingerprint, activatedAt } = facts
  const fingerprintKey = deviceFingerprint && normalizeFingerprint(deviceFingerprint)
  return {
    label: 'Reception PC',
    licenseKey,
    keyHash: sha256(normalizeLicenseKey(licenseKey)),
    status: fingerprintKey ? 'assigned' : 'unassigned',
    ...(fingerprintKey && { fingerprintKey }),
    ...(fingerprintKey && activatedAt && { lastFingerprintKey: fingerprintKey }),
    ...facts,
  }
}

export const makeLicense = (db: Database, facts: Facts) =>
  db.insert(licenses).values(licenseRow(facts)).returning().then(only)

/** Set `deviceTokenHash` if the device checks in. */
const activeLicenseRow = (facts: Facts): LicenseRow =>
  licenseRow({
    status: 'active',
    deviceFingerprint: randomUUID().toUpperCase(),
    deviceName: 'RECEPTION-01',
    deviceOs: 'Windows 11 Pro 24H2',
    activatedAt: new Date().toISOString(),
    ...facts,
  })

export const makeActiveLicense = (db: Database, facts: Facts) =>
  db.insert(licenses).values(activeLicenseRow(facts)).returning().then(only)

export const makeCheckIn = (db: Database, facts: typeof checkIns.$inferInsert) =>
  db.insert(checkIns).values(facts).returning().then(only)
