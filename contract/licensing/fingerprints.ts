import { typedPlainly } from '#contract/text.ts'

/** UUIDs that mainboards without one report, spelled as by `normalizeFingerprint`. */
export const PLACEHOLDERS = [
  '00000000000000000000000000000000',
  'ffffffffffffffffffffffffffffffff',
  'fefefefefefefefefefefefefefefefe',
  '00020003000400050006000700080009',
  '123456781234567890abcddeefaabbcc',
]

export const PLACEHOLDER_FACT =
  'This UUID is a placeholder: the manufacturer has not set a unique one, so many computers report it.'
export const PLACEHOLDER_HELP =
  'Use the identifier that the application generates instead, or set a UUID with the manufacturer’s tool.'
export const PLACEHOLDER_UUID = `${PLACEHOLDER_FACT} ${PLACEHOLDER_HELP}`

/**
 * Normalizes to lower case without braces and hyphens. Tools disagree about the byte order of the first three groups, so the order that
 * sorts first is used. Equal results mean the same device.
 */
export function normalizeFingerprint(fingerprint: string) {
  const bare = fingerprint
    .trim()
    .toLowerCase()
    .replace(/^\{(.*)\}$/, '$1')
  const compact = bare.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(compact)) return bare
  const other = otherByteOrder(compact)
  return other < compact ? other : compact
}

/** '00112233445566778899aabbccddeeff' → '33221100554477668899aabbccddeeff' */
const otherByteOrder = (uuid: string) => uuid.replace(/^(..)(..)(..)(..)(..)(..)(..)(..)/, '$4$3$2$1$6$5$8$7')

export const isPlaceholderFingerprint = (fingerprint: string) =>
  PLACEHOLDERS.includes(normalizeFingerprint(fingerprint))

const UUID = /^\{?[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i

/** With the hyphens and digits of a device's report: with others, no device would match. */
export function plainUuid(copied: string) {
  const plain = typedPlainly(copied)
  return UUID.test(plain) ? plain : copied
}
