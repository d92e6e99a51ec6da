import { createHash } from 'node:crypto'

/** Includes the byte order mark that editors add. */
export const BLANKS = '\\t\\n\\v\\f\\r \\u00a0\\ufeff'
export const trimBlanks = (text: string) => text.replace(new RegExp(`^[${BLANKS}]+|[${BLANKS}]+$`, 'g'), '')

/** Returns one spelling of a device UUID: no case, braces or hyphens, and the lower of its two possible byte orders. */
export function normalizeFingerprint(fingerprint: string) {
  const bare = trimBlanks(fingerprint)
    .toLowerCase()
    .replace(/^\{(.*)\}$/, '$1')
  const compact = bare.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(compact)) return bare
  const other = compact.replace(/^(..)(..)(..)(..)(..)(..)(..)(..)/, '$4$3$2$1$6$5$8$7')
  return other < compact ? other : compact
}

/** Returns the SHA-256 (hex) of a license key. Ignores case and all but letters and digits; reads O as 0, I and L as 1. */
export function hashLicenseKey(licenseKey: string) {
  const letters = licenseKey.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const plain = letters.replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest('hex')
}
