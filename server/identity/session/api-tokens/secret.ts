import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TOKEN_PREFIX } from '#contract/identity/api-tokens.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = /^lk_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

function inBase62(number: bigint, length: number) {
  let digits = ''
  for (let rest = number; digits.length < length; rest /= 62n) digits = ALPHABET.charAt(Number(rest % 62n)) + digits
  return digits
}

const checksum = (secret: string) => inBase62(BigInt(crc32(secret)), 6)

/** 'lk_', 256 random bits and their checksum. Store only the SHA-256. */
export function newApiToken() {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  return `${TOKEN_PREFIX}${secret}${checksum(secret)}`
}

/** False for most invented or mistyped tokens, which then need no query. */
export function isWellFormed(token: string) {
  const [, secret = '', sum] = SHAPE.exec(token) ?? []
  return sum !== undefined && checksum(secret) === sum
}
