import { hashLicenseKey } from '#clients/typescript/identifiers.ts'
import type { LicenseFile, Revocations } from '#clients/typescript/license-file.ts'
import { seal, type TestKey } from './signing.ts'

export const UUID = '4C4C4544-0039-4B10-8031-B7C04F4A4432'
export const LICENSE_KEY = '0TEST-1EYF0-RVECT-0RSNE-VERS1'

const ISSUED_AT = Date.UTC(2026, 0, 1, 9)

type Offset = { days?: number; hours?: number; minutes?: number; seconds?: number }

/** Returns the time at this offset from the issue of the files. */
export const at = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Offset) =>
  new Date(ISSUED_AT + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000).toISOString()

/** Content of the license file of a device that checks in daily. */
export const licenseFile = (changes: Partial<LicenseFile> = {}): LicenseFile => ({
  licenseId: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  organizationId: '0f5c2f5e-6a53-4e0b-9c86-3d6d2c3f2b10',
  licenseKeyHash: hashLicenseKey(LICENSE_KEY),
  label: 'Reception PC',
  status: 'active',
  deviceFingerprint: UUID,
  deviceName: 'RECEPTION-01',
  issuedAt: at({}),
  checkInBy: at({ days: 1 }),
  expiresAt: at({ days: 7 }),
  graceUntil: at({ days: 14 }),
  nonce: 'vector-nonce',
  ...changes,
})

type Signing = { issuedAt?: string; kid?: TestKey; prefix?: string }

/** Returns a signed revocation list as text. */
export const listOf = (
  { organizations = [], licenses = [] }: Partial<Revocations>,
  { issuedAt = at({ minutes: 30 }), kid = 'rfc8032-1', prefix = 'revocations.v1\n' }: Signing = {},
) => JSON.stringify(seal({ issuedAt, organizations, licenses }, { kid, prefix }))
