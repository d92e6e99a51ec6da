import { createHmac } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

/**
 * What an organization is called in its license files and on the public list of revocations: the shape of an id, and no id of the
 * portal, so that the list tells who is suspended to those alone who have a file of theirs.
 */
export const organizationName = (secret: Pick<Secret, 'all'>, organizationId: string) =>
  nameBy(secret.all()[0] ?? '', organizationId)

/** Files keep the first name; where the secret was forgotten, there may be files by any of these. */
export const organizationNames = (secret: Pick<Secret, 'all'>, organizationId: string) =>
  secret.all().map((value) => nameBy(value, organizationId))

/** A UUID of version 8, whose bits are anybody's to choose. */
function nameBy(secret: string, organizationId: string) {
  const bytes = createHmac('sha256', secret).update(organizationId).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
