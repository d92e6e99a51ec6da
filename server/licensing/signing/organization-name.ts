import { createHmac } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

/**
 * Returns a pseudonym of the organization for license files and the public revocation list. It looks like an id but reveals a suspension
 * only to holders of its files.
 */
export const organizationName = (secret: Pick<Secret, 'all'>, organizationId: string) =>
  nameBy(secret.all()[0] ?? '', organizationId)

/** Files keep the pseudonym of the secret they were issued with, so all versions count. */
export const organizationNames = (secret: Pick<Secret, 'all'>, organizationId: string) =>
  secret.all().map((value) => nameBy(value, organizationId))

/** A UUID of version 8, whose bits are free. */
function nameBy(secret: string, organizationId: string) {
  const bytes = createHmac('sha256', secret).update(organizationId).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
