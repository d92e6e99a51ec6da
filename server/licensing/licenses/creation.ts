import {
  LIMIT_REACHED,
  NO_SUBSCRIPTION,
  type LicenseDraft,
  ORGANIZATION_REQUIRED,
  OTHER_ORGANIZATION,
} from '#contract/licensing/changes.ts'
import { numberedLabels, onlySoMany, seatsLeft, type LicenseBatch } from '#contract/licensing/creation.ts'
import { isAdmin } from '#contract/roles.ts'
import { only, type Database } from '#server/database/database.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import { lockOrganizationForShare, refuseSuspended } from '#server/domain/organizations.ts'
import { lockLiveSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflict, badRequest } from '#server/platform/http/errors.ts'
import { auditLicenses } from './history/audit-license.ts'
import { hashLicenseKey, newLicenseKey } from './license-key.ts'
import { findShown, findShownAmong, insertLicenses, millisecondsAgo, type LicenseRow } from './queries.ts'

type Draft = Omit<LicenseDraft, 'organizationId'>

/** Creates a license within the quota. The organization must not be suspended and needs a live subscription. */
export const createLicense = (db: Database, actor: Actor, organizationId: string, draft: Draft) =>
  db.transaction(async (tx) => {
    const license = only(await createWithin(tx, actor, organizationId, [draft]))
    return findShown(tx, license)
  })

export const createBatch = (
  db: Database,
  actor: Actor,
  organizationId: string,
  { count, ...draft }: Omit<LicenseBatch, 'organizationId'>,
) =>
  db.transaction(async (tx) => {
    const drafts = numberedLabels(draft.label, count).map((label) => ({ ...draft, label }))
    const ids = (await createWithin(tx, actor, organizationId, drafts)).map(({ id }) => id)
    const shown = new Map((await findShownAmong(tx, { organizationId }, ids)).map((license) => [license.id, license]))
    return ids.flatMap((id) => shown.get(id) ?? [])
  })

async function createWithin(tx: Database, actor: Actor, organizationId: string, drafts: Draft[]) {
  refuseSuspended(await lockOrganizationForShare(tx, organizationId))
  await requireSeats(tx, organizationId, drafts.length)
  return insertAll(tx, actor, organizationId, drafts)
}

async function requireSeats(tx: Database, organizationId: string, wanted: number) {
  const left = await lockSeats(tx, organizationId)
  if (left === undefined) throw conflict(NO_SUBSCRIPTION)
  if (left < wanted) throw conflict(left === 0 ? LIMIT_REACHED : onlySoMany(left))
}

/** Locks the subscription and returns the free seats, or nothing without one. Other creations wait. */
async function lockSeats(tx: Database, organizationId: string) {
  const subscription = await lockLiveSubscription(tx, organizationId)
  if (!subscription) return undefined
  return seatsLeft({ used: await countLicenses(tx, organizationId), limit: subscription.licenseLimit })
}

type Origin = { enrollmentKey?: string }

async function insertAll(tx: Database, actor: Actor, organizationId: string, drafts: Draft[], origin: Origin = {}) {
  const rows = drafts.map(({ description, ...draft }, index) => ({
    ...draft,
    organizationId,
    description: description || null,
    // One millisecond apart, so that lists keep the order.
    createdAt: millisecondsAgo(drafts.length - 1 - index),
    ...newKey(),
  }))
  const created = await insertLicenses(tx, rows)
  await auditLicenses(
    tx,
    actor,
    'license.created',
    created.map((license) => ({ license, after: license, ...origin })),
  )
  return created
}

function newKey() {
  const licenseKey = newLicenseKey()
  return { licenseKey, keyHash: hashLicenseKey(licenseKey) }
}

type ForDevice = { organizationId: string; deviceName: string; enrollmentKey: string }

/** Creates a license in a free seat for an enrolling device, or returns nothing. */
export async function createForDevice(
  tx: Database,
  actor: Actor,
  { organizationId, deviceName, enrollmentKey }: ForDevice,
): Promise<LicenseRow | undefined> {
  const organization = await lockOrganizationForShare(tx, organizationId)
  if (organization.suspendedAt !== null) return undefined
  if (!(await lockSeats(tx, organizationId))) return undefined
  const draft = { label: deviceName, description: undefined }
  return insertAll(tx, actor, organizationId, [draft], { enrollmentKey }).then(only)
}

type Chooser = Pick<SessionUser, 'role' | 'organizationId' | 'apiToken'>

/** The owner of a new license. Only an admin may choose it. A program that names another organization must not fill its own. */
export function ownerOf({ role, organizationId, apiToken }: Chooser, wanted: string | undefined) {
  if (apiToken && !isAdmin(role) && wanted !== undefined && wanted !== organizationId)
    throw badRequest(OTHER_ORGANIZATION, { organizationId: OTHER_ORGANIZATION })
  const owner = isAdmin(role) ? wanted : organizationId
  if (!owner) throw badRequest(ORGANIZATION_REQUIRED, { organizationId: ORGANIZATION_REQUIRED })
  return owner
}
