import { SEEN_SINCE } from '#contract/licensing/changes.ts'
import type { BulkAction, BulkChange, BulkResult } from '#contract/licensing/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganizationsForShare, refuseSuspended } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { conflict, notFound, refusalOf } from '#server/platform/http/errors.ts'
import { changeLocked, refuseTakenDevice, removeLocked } from './actions.ts'
import { moveLocked } from './moves.ts'
import { findShownAmong, lockLicenses, organizationsOf, type LicenseRow } from './queries.ts'
import { isStillSilent } from './silence/queries.ts'

type Change = (
  tx: Database,
  actor: Actor,
  license: LicenseRow,
  options: Pick<BulkChange, 'reserve' | 'silent'> & { scope: Scope },
) => Promise<void>

const changes: Record<BulkAction, Change> = {
  revoke: (tx, actor, license) => changeLocked(tx, actor, license, { status: 'revoked' }),
  restore: (tx, actor, license, { reserve }) =>
    reserve ? reserveAlone(tx, actor, license) : changeLocked(tx, actor, license, { status: 'unassigned' }),
  delete: removeLocked,
  move: async (tx, actor, license, { silent }) => {
    if (silent && license.status === 'active' && !(await isStillSilent(tx, license, silent))) throw conflict(SEEN_SINCE)
    await moveLocked(tx, actor, license, 'RELEASED')
  },
}

/** In a savepoint, because the device's other license is found only while writing. */
const reserveAlone = (tx: Database, actor: Actor, license: LicenseRow) =>
  tx
    .transaction((inner) => changeLocked(inner, actor, license, { status: 'unassigned', reserve: true }))
    .catch(refuseTakenDevice)

/** Changes each license that the rules allow, and reports why others were skipped. */
export const changeMany = (db: Database, actor: Actor, scope: Scope, { action, ids, ...options }: BulkChange) =>
  changeEach(db, scope, ids, {
    change: (tx, license) => changes[action](tx, actor, license, { ...options, scope }),
    isDeletion: action === 'delete',
  })

type Each = {
  /** Refuses before writing anything, or writes in a savepoint. */
  change: (tx: Database, license: LicenseRow) => Promise<void>
  isDeletion?: boolean
}

export const changeEach = (
  db: Database,
  scope: Scope,
  ids: string[],
  { change, isDeletion }: Each,
): Promise<BulkResult> =>
  db.transaction(async (tx) => {
    const find = await lockLicensesForChange(tx, scope, ids)
    const before = isDeletion ? await findShownAmong(tx, scope, ids) : undefined
    const skipped: BulkResult['skipped'] = []
    // A refused license was not changed, so others continue. Any other error rolls back all.
    for (const id of ids) {
      const message = await refusalOf(() => change(tx, find(id)))
      if (message !== undefined) skipped.push({ id, message })
    }
    const untouched = new Set(skipped.map(({ id }) => id))
    const shown = before ?? (await findShownAmong(tx, scope, ids))
    return { changed: shown.filter(({ id }) => !untouched.has(id)), skipped }
  })

/** Locks organizations before licenses, like a single change. */
async function lockLicensesForChange(tx: Database, scope: Scope, ids: string[]) {
  const organizations = await lockOrganizationsForShare(tx, organizationsOf(tx, scope, ids))
  const licenses = await lockLicenses(tx, scope, ids)
  const organizationsById = new Map(organizations.map((organization) => [organization.id, organization]))
  const byId = new Map(licenses.map((license) => [license.id, license]))
  return function find(id: string): LicenseRow {
    const license = byId.get(id)
    const organization = license && organizationsById.get(license.organizationId)
    if (!organization) throw notFound('License')
    refuseSuspended(organization)
    return license
  }
}
