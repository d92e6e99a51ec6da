import { domainKnown, MOST_DOMAINS, recordMissing, TOO_MANY_DOMAINS, type SsoDomain } from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { findAdministrators } from '#server/domain/users.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { newToken } from '#server/platform/hashing.ts'
import { conflict, conflictAt, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockForAdministrator, recordChange, type Administrator } from './administrators.ts'
import { hasRecord, recordNameOf } from './dns.ts'
import { ssoChanged } from './emails.ts'
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

export const addDomain = ({ db }: Platform, administrator: Administrator, domain: string) =>
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
export async function verifyDomain(platform: Platform, administrator: Administrator, id: string) {
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
    if (loser) await announceLoss(platform, tx, loser.organizationId, domain)
    return shownDomain(verified)
  })
  return verifying.catch((error: unknown) => {
    throw violates(error, 'sso_domains_verified') ? conflict(TRY_AGAIN) : error
  })
}

const TRY_AGAIN = 'The domain was verified elsewhere at this moment. Please try again.'

/** Its administrators do not learn by whom. */
async function announceLoss({ config, mailer }: Platform, tx: Database, organizationId: string, domain: string) {
  await audit(tx, systemActor, {
    action: 'organization.sso-changed',
    organizationId,
    subject: { kind: 'organization', id: organizationId },
    changes: { domain: [domain, null] },
  })
  for (const { email: to, firstName } of await findAdministrators(tx, organizationId))
    await mailer.queue(
      tx,
      ssoChanged({ config, to, firstName, effect: 'domain lost', subject: domain, by: config.productName }),
    )
}

export const removeDomain = (platform: Platform, administrator: Administrator, id: string) =>
  platform.db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const removed = await deleteDomain(tx, administrator.organizationId, id)
    if (!removed) throw notFound('Domain')
    const { domain, verifiedAt } = removed
    if (!verifiedAt) return
    const changes: Changes = { domain: [domain, null] }
    await recordChange(platform, tx, administrator, { changes, effect: 'domain removed', subject: domain })
  })
