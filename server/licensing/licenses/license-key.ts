import { randomBytes } from 'node:crypto'
import { normalizeLicenseKey } from '#contract/licensing/devices.ts'
import { sha256 } from '#server/platform/hashing.ts'

/** Crockford's base32: no I, L, O or U, so that a key can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 25 letters of five random bits each, in five groups. A byte's lower five bits are as random as the byte. */
export const newLicenseKey = () =>
  Array.from(randomBytes(25), (byte) => ALPHABET[byte & 31])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-')

/** What a key is found by, however it was typed. */
export const hashLicenseKey = (licenseKey: string) => sha256(normalizeLicenseKey(licenseKey))
