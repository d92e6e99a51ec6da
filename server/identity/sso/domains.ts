import {
  domainKnown,
  domainTaken,
  MOST_DOMAINS,
  recordMissing,
  TOO_MANY_DOMAINS,
  type SsoDomain,
} from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { newToken } from '#server/platform/hashing.ts'
import { conflict, conflictAt, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockForAdministrator, type Administrator } from './administrators.ts'
import { hasRecord, recordNameOf } from './dns.ts'
import { deleteDomain, findDomain, insertDomain, selectDomains, setVerified, type StoredDomain } from './queries.ts'

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

/** The lookup takes seconds, so it comes before the lock. */
export async function verifyDomain({ db, limits }: Platform, administrator: Administrator, id: string) {
  const { organizationId } = administrator
  const found = await findDomain(db, organizationId, id)
  if (!found) throw notFound('Domain')
  const { domain, recordValue, verifiedAt } = found
  if (verifiedAt) return shownDomain(found)
  await limits.spend('identity provider by organization', organizationId)
  if (!(await hasRecord(domain, recordValue))) throw conflict(recordMissing(recordNameOf(domain)))
  const verifying = db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const verified = await setVerified(tx, organizationId, id)
    if (!verified) throw notFound('Domain')
    await record(tx, administrator, { domain: [null, domain] })
    return shownDomain(verified)
  })
  return verifying.catch((error: unknown) => {
    throw violates(error, 'sso_domains_verified') ? conflict(domainTaken(domain)) : error
  })
}

export const removeDomain = ({ db }: Platform, administrator: Administrator, id: string) =>
  db.transaction(async (tx) => {
    await lockForAdministrator(tx, administrator)
    const removed = await deleteDomain(tx, administrator.organizationId, id)
    if (!removed) throw notFound('Domain')
    if (removed.verifiedAt) await record(tx, administrator, { domain: [removed.domain, null] })
  })

const record = (tx: Database, { actor, organizationId }: Administrator, changes: Changes) =>
  audit(tx, actor, {
    action: 'organization.sso-changed',
    organizationId,
    subject: { kind: 'organization', id: organizationId },
    changes,
  })
