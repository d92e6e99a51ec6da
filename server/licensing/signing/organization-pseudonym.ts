import { createHmac } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

/**
 * Returns a pseudonym of the organization for license files and the public revocation list. It looks like an id but reveals a suspension
 * only to holders of its files.
 */
export const organizationPseudonym = (secret: Pick<Secret, 'all'>, organizationId: string) =>
  pseudonymBy(secret.all()[0] ?? '', organizationId)

/** Files keep the pseudonym of the secret they were issued with, so all versions count. */
export const organizationPseudonyms = (secret: Pick<Secret, 'all'>, organizationId: string) =>
  secret.all().map((value) => pseudonymBy(value, organizationId))

/** A UUID of version 8, whose bits are free. */
function pseudonymBy(secret: string, organizationId: string) {
  const hex = createHmac('sha256', secret).update(organizationId).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
