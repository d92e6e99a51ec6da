/** UUIDs that mainboards report when they have none, in the spelling of `normalizeFingerprint`. */
const PLACEHOLDERS = [
  '00000000000000000000000000000000',
  'ffffffffffffffffffffffffffffffff',
  'fefefefefefefefefefefefefefefefe',
  '00020003000400050006000700080009',
  '123456781234567890abcddeefaabbcc',
]

/** What that means, and what to do. */
export const PLACEHOLDER_FACT =
  'This UUID is a placeholder: the manufacturer has not set a unique one, so many computers report it.'
export const PLACEHOLDER_HELP =
  'Use the identifier that the application generates instead, or set a UUID with the manufacturer’s tool.'
export const PLACEHOLDER_UUID = `${PLACEHOLDER_FACT} ${PLACEHOLDER_HELP}`

/**
 * One spelling per device: lower case, no braces, no hyphens. Tools disagree about the byte order of a UUID's first three
 * groups, so of the two orders the one that sorts first stands for both. Two texts with the same result are the same device.
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
