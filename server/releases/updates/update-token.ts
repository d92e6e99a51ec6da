import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

type Binding = { id: string; deviceTokenHash: Buffer }

/** Bytes of the license id and of the signature. */
const ID = 16
const SIGNATURE = 16

/**
 * Identifies one license on one device in feed URLs, and gives no other access. Derived from the stored hash of the device token, so it
 * needs no column and expires with that token. URLs end up in proxy logs, so the token must be good for updates only.
 */
export function createUpdateTokens(secret: Pick<Secret, 'newest' | 'all'>) {
  const sign = (version: string, id: Buffer, deviceTokenHash: Buffer) =>
    createHmac('sha256', version)
      .update(id)
      .update(deviceTokenHash)
      .digest('hex')
      .slice(0, 2 * SIGNATURE)

  return {
    tokenFor: ({ id, deviceTokenHash }: Binding) => {
      const hex = id.replaceAll('-', '')
      const signature = sign(secret.newest(), Buffer.from(hex, 'hex'), deviceTokenHash)
      return Buffer.from(hex + signature, 'hex').toString('base64url')
    },
    isGenuine: (token: string, deviceTokenHash: Buffer) => {
      const bytes = Buffer.from(token, 'base64url')
      const [id, signature] = [bytes.subarray(0, ID), bytes.subarray(ID)]
      return secret
        .all()
        .some((version) => timingSafeEqual(signature, Buffer.from(sign(version, id, deviceTokenHash), 'hex')))
    },
  }
}
export type UpdateTokens = ReturnType<typeof createUpdateTokens>

export function licenseIdIn(token: string) {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID + SIGNATURE || bytes.toString('base64url') !== token) return undefined
  return bytes.toString('hex', 0, ID).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
