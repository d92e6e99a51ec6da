import type { EnrollmentKey, enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { Refusal } from './failures.ts'
import { wholeNumber, type Flags } from './flags.ts'
import type { Api } from './http/api.ts'
import { dayOf, table, type Outcome } from './output.ts'

const HEAD = ['ID', 'NAME', 'KEY', 'STATE', 'USES', 'EXPIRES', 'ORGANIZATION']

export async function listEnrollmentKeys(connect: () => Api, flags: Flags): Promise<Outcome> {
  const limit = wholeNumber(flags.limit, 'limit', [1, 1_000_000])
  const rows = await connect().list<typeof enrollmentKeys.list>('/api/enrollment-keys', { limit })
  const lines = rows.map((one) => [
    one.id,
    one.label,
    `…${one.hint}`,
    stateOf(one),
    `${one.uses}${one.maxUses === null ? '' : ` of ${one.maxUses}`}`,
    dayOf(one.expiresAt),
    one.organizationName,
  ])
  return { data: rows, text: rows.length > 0 ? table(HEAD, lines) : 'No enrollment keys yet.' }
}

/** As enrollmentKeyState does, which this package can't contain. */
function stateOf({ isExpired, isPaused, uses, maxUses }: EnrollmentKey) {
  if (isExpired) return 'expired'
  if (isPaused) return 'paused'
  return maxUses !== null && uses >= maxUses ? 'used up' : 'active'
}

/** Its endpoint is closed to API tokens. */
export function refuseToCreate(connect: () => Api): never {
  const page = new URL('/licenses?add=enrollment-key', connect().server).href
  throw new Refusal(`An enrollment key gives devices access, so a signed-in administrator creates it: ${page}`)
}
