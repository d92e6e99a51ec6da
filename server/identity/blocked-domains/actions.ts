import { alreadyBlocked, domainInUse, type BlockedDomain } from '#contract/identity/blocked-domains.ts'
import { domainOf } from '#contract/identity/domains.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { conflictAt, forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countActiveUsersAt, deleteDomain, findBlocked, insertDomain } from './queries.ts'

export const blockDomain = (db: Database, actor: Actor, domain: string): Promise<BlockedDomain> =>
  db.transaction((tx) => blockDomainIn(tx, actor, domain))

/** In the caller's transaction. 409 if it is blocked or in use. */
export async function blockDomainIn(tx: Database, actor: Actor, domain: string): Promise<BlockedDomain> {
  const reason = await findBlockRefusal(tx, domain)
  if (reason) throw refusedDomain(reason)
  const blocked = await insertDomain(tx, domain, actor.id).catch((error: unknown) => {
    throw violates(error, 'blocked_domains_domain') ? refusedDomain(alreadyBlocked(domain)) : error
  })
  await auditDomain(tx, actor, 'blocked-domain.created', { id: blocked.id, changes: { domain: [null, domain] } })
  return blocked
}

export async function findBlockRefusal(db: Database, domain: string) {
  const users = await countActiveUsersAt(db, domain)
  if (users > 0) return domainInUse(domain, users)
  const blocked = await findBlocked(db, withParents(domain))
  return blocked ? alreadyBlocked(blocked.domain) : null
}

export const unblockDomain = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const removed = await deleteDomain(tx, id)
    if (!removed) throw notFound('Blocked domain')
    await auditDomain(tx, actor, 'blocked-domain.deleted', { id, changes: { domain: [removed.domain, null] } })
  })

/** 403 for an address at a blocked domain or below it. */
export async function refuseBlockedDomain({ db, config }: Pick<Platform, 'db' | 'config'>, email: string) {
  const domain = domainOf(email)
  if (await findBlocked(db, withParents(domain)))
    throw forbidden(`We do not accept registrations from ${domain}. Please contact ${config.salesEmail}.`)
}

/** 'a.b.com' → ['a.b.com', 'b.com', 'com'] */
function withParents(domain: string) {
  const labels = domain.split('.')
  return labels.map((_label, start) => labels.slice(start).join('.'))
}

const refusedDomain = (message: string) => conflictAt('domain', message)

type Entry = { id: string; changes: Changes }

const auditDomain = (
  tx: Database,
  actor: Actor,
  action: 'blocked-domain.created' | 'blocked-domain.deleted',
  { id, changes }: Entry,
) => audit(tx, actor, { action, organizationId: null, subject: { kind: 'blocked-domain', id }, changes })
