import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/**
 * Test keys of RFC 8032, section 7.1. Their secrets are public: servers and released applications must never trust them.
 */
const SECRETS = {
  'rfc8032-1': '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  'rfc8032-2': '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  'rfc8032-3': 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
} as const
export type TestKey = keyof typeof SECRETS

/** PKCS #8 header of the 32 secret bytes. */
const PKCS8 = '302e020100300506032b657004220420'

const privateKeyOf = (kid: TestKey) =>
  createPrivateKey({ key: Buffer.from(PKCS8 + SECRETS[kid], 'hex'), format: 'der', type: 'pkcs8' })

export const publicKeyOf = (kid: TestKey) =>
  createPublicKey(privateKeyOf(kid)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')

export type Envelope = Record<'v' | 'kid' | 'alg' | 'enc' | 'sig', unknown>
type Signing = { kid?: TestKey; prefix?: string }

export const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64')

export function seal(content: unknown, { kid = 'rfc8032-1', prefix = 'license-file.v1\n' }: Signing = {}): Envelope {
  const enc = encode(content)
  const sig = sign(null, Buffer.from(`${prefix}${kid}\n${enc}`), privateKeyOf(kid)).toString('base64')
  return { v: 1, kid, alg: 'ed25519', enc, sig }
}

export function armour(envelope: unknown, { name = 'LICENSE FILE', lineEnd = '\n' } = {}) {
  const lines = encode(envelope).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join(lineEnd)
}
