import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256 } from '#server/platform/hashing.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'

type Binding = { id: string; deviceToken: string }

/** Bytes of a license's id, and of the signature behind it. */
const ID = 16
const SIGNATURE = 16

/**
 * Stands for one license on one device, in the address of its update feed, and gives nothing else. It is derived from what the
 * device's own token is kept as: it comes with that token, ends with it, and needs no column. Addresses end up in logs of
 * proxies, so what is in them must not be good for anything but updates.
 */
export function createUpdateTokens(secret: Pick<Secret, 'newest' | 'all'>) {
  const sign = (version: string, id: Buffer, deviceTokenHash: Buffer) =>
    createHmac('sha256', version).update(id).update(deviceTokenHash).digest().subarray(0, SIGNATURE)

  return {
    tokenFor: ({ id, deviceToken }: Binding) => {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, sign(secret.newest(), bytes, sha256(deviceToken))]).toString('base64url')
    },
    isGenuine: (token: string, deviceTokenHash: Buffer) => {
      const bytes = Buffer.from(token, 'base64url')
      const [id, signature] = [bytes.subarray(0, ID), bytes.subarray(ID)]
      return secret.all().some((version) => timingSafeEqual(signature, sign(version, id, deviceTokenHash)))
    },
  }
}
export type UpdateTokens = ReturnType<typeof createUpdateTokens>

/** The license that a token says it is for; undefined if it has not the form of one. */
export function licenseIdIn(token: string) {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID + SIGNATURE || bytes.toString('base64url') !== token) return undefined
  return bytes.toString('hex', 0, ID).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
