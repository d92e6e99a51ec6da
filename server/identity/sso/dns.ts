import { setTimeout as delay } from 'node:timers/promises'
import { openResolver } from '#server/platform/http/outbound/name-servers.ts'

/** Milliseconds. The request ends soon after (time-limit.ts). */
const LIMIT = 6000

/** Where an organization proves the control of its domain. */
export const recordNameOf = (domain: string) => `_sso-verification.${domain}`

/** False also without an answer in time. */
export async function hasRecord(domain: string, value: string) {
  const asked = openResolver()
    .resolveTxt(recordNameOf(domain))
    .catch(() => [])
  const records = await Promise.race([asked, delay(LIMIT, [], { ref: false })])
  return records.some((parts) => parts.join('').trim() === value)
}
