import { randomBytes } from 'node:crypto'
import { normalizeLicenseKey } from '#contract/licensing/devices.ts'
import { hiddenKey } from '#contract/licensing/licenses.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { SessionUser } from '#server/platform/http/access.ts'

/** Crockford's base32 without I, L, O and U, to be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 25 characters of five random bits. The lower five bits of a random byte are random. */
export const newLicenseKey = () =>
  Array.from(randomBytes(25), (byte) => ALPHABET[byte & 31])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-')

export const hashLicenseKey = (licenseKey: string) => sha256(normalizeLicenseKey(licenseKey))

/** Staff who view the portal as a customer see where a key begins. */
export const withKeyFor = <Row extends { licenseKey: string }>({ viewing }: Pick<SessionUser, 'viewing'>, row: Row) =>
  viewing ? { ...row, licenseKey: hiddenKey(row.licenseKey) } : row
