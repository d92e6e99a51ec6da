import { domainKnown, MOST_DOMAINS, recordMissing, TOO_MANY_DOMAINS, type SsoDomain } from '#contract/identity/sso.ts'
import { violates } from '#server/database/violations.ts'
import { lockForAdministrator } from '#server/identity/team/members.ts'
import { systemActor } from '#server/platform/actor.ts'
import type { Changes } from '#server/platform/audit.ts'
import { newToken } from '#server/platform/hashing.ts'
import { conflict, conflictAt, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { announceChange, recordChange, type NamedAdministrator } from './changes.ts'
import { hasRecord, recordNameOf } from './dns.ts'
import {
  deleteDomain,
  findDomain,
  insertDomain,
  selectDomains,
  setVerified,
  takeDomain,
  type StoredDomain,
} from './queries.ts'

export const shownDomain = ({ id, domain, recordValue, verifiedAt, createdAt }: StoredDomain): SsoDomain => ({
  id,
  domain,
  isVerified: verifiedAt !== null,
  record: { name: recordNameOf(domain), value: recordValue },
  createdAt,
})

export const addDomain = ({ db }: Platform, administrator: NamedAdministrator, domain: string) =>
  db.transaction(async (tx) => {
    const { organizationId } = administrator
    await lockForAdministrator(tx, administrator)
    if ((await selectDomains(tx, organizationId)).length >= MOST_DOMAINS) throw conflictAt('domain', TOO_MANY_DOMAINS)
    const added = await insertDomain(tx, { organizationId, domain, recordValue: newToken() })
    if (!added) throw conflictAt('domain', domainKnown(domain))
    return shownDomain(added)
  })

/**
 * The lookup takes seconds, so it comes before the lock. The record shows who controls the domain today, so an organization that verified it
 * earlier loses it.
 */
export async function verifyDomain(platform: Platform, administrator: NamedAdministrator, id: string) {
  const { db, limits } = platform
  const { organizationId } = administrator
  const found = await findDomain(db, organizationId, id)
  if (!found) throw notFound('Domain')
  const { domain, recordValue, verifiedAt } = found
  if (verifiedAt) return shownDomain(found)
  await limits.spend('identity provider by organization', organizationId)
  if (!(await hasRecord(domain, recordValue))) throw conflict(recordMissing(recordNameOf(domain)))
  const verifying = db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const loser = await takeDomain(tx, { organizationId, domain, newValue: newToken() })
    const verified = await setVerified(tx, organizationId, id)
    if (!verified) throw notFound('Domain')
    const changes: Changes = { domain: [null, domain] }
    await recordChange(platform, tx, administrator, { changes, effect: 'domain verified', subject: domain })
    if (loser) {
      // Its administrators do not learn by whom.
      const origin = { ...loser, actor: systemActor, by: platform.config.productName }
      const loss: Changes = { domain: [domain, null] }
      await announceChange(platform, tx, origin, { changes: loss, effect: 'domain lost', subject: domain })
    }
    return shownDomain(verified)
  })
  return verifying.catch((error: unknown) => {
    throw violates(error, 'sso_domains_verified') ? conflict(TRY_AGAIN) : error
  })
}

const TRY_AGAIN = 'The domain was verified elsewhere at this moment. Please try again.'

export const removeDomain = (platform: Platform, administrator: NamedAdministrator, id: string) =>
  platform.db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const removed = await deleteDomain(tx, administrator.organizationId, id)
    if (!removed) throw notFound('Domain')
    const { domain, verifiedAt } = removed
    if (!verifiedAt) return
    const changes: Changes = { domain: [domain, null] }
    await recordChange(platform, tx, administrator, { changes, effect: 'domain removed', subject: domain })
  })
