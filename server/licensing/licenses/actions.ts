import {
  DEVICE_TAKEN,
  MOVE_FIRST,
  NO_DEVICE_KNOWN,
  ONLY_UNASSIGNED,
  runsOffline,
  tooManyStillRun,
  UUID_REQUIRED,
  type LicenseChanges,
} from '#contract/licensing/changes.ts'
import { PLACEHOLDER_UUID, isPlaceholderFingerprint, normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { canBecome, canDelete, canReserve, hasOfflineFile } from '#contract/licensing/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { lockOrganizationsForShare, refuseSuspended } from '#server/domain/organizations.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import { recordLoss, reserveFor } from './binding/lost-device-queries.ts'
import { findVoidFile, lockNextDeletion, voidFiles } from './binding/queries.ts'
import { auditLicense } from './history/audit-license.ts'
import { findLicenses } from './list/queries.ts'
import {
  NO_DEVICE,
  deleteCheckIn,
  deleteLicense,
  findByDevice,
  findInScope,
  findShown,
  organizationsOf,
  lockLicense,
  updateLicense,
  type LicenseRow,
} from './queries.ts'

export type Target = { scope: Scope; id: string }

/** `versions`: values of `updatedAt` that the change may be based on, to detect a newer one. */
export type VersionedTarget = Target & { versions?: string[] | undefined }

export const changeLicense = (
  db: Database,
  actor: Actor,
  { versions, ...target }: VersionedTarget,
  changes: LicenseChanges,
) =>
  db
    .transaction(async (tx) => {
      const license = await lockLicenseForChange(tx, target)
      requireVersion(versions, license, 'license')
      await changeLocked(tx, actor, license, changes)
      return findShown(tx, license)
    })
    .catch((error: unknown) => nameOtherLicense(db, target, changes, error))

/** Changes a locked license. Refuses before writing anything. */
export async function changeLocked(tx: Database, actor: Actor, license: LicenseRow, changes: LicenseChanges) {
  const status = requireTransition(license, changes)
  if (changes.reserve && !canReserve(license)) throw conflict(NO_DEVICE_KNOWN)
  const deviceTokenHash = status && (await settleLosses(tx, license, status, changes))
  const changed = await updateLicense(tx, license, {
    ...details(changes),
    ...(status && deviceFields(status, changes)),
    ...(deviceTokenHash !== undefined && { deviceTokenHash }),
  })
  if (status !== undefined) await voidFiles(tx, license)
  if (status === 'unassigned') await deleteCheckIn(tx, license)
  await auditLicense(tx, actor, status ? ACTIONS[status] : 'license.updated', {
    license,
    before: license,
    after: changed,
  })
  const { deviceFingerprint } = license
  if (changes.reserve && deviceFingerprint !== null) await changeLocked(tx, actor, changed, { deviceFingerprint })
}

/**
 * Records the loss when a license is restored or assigned to another device. Returns the token hash for a reserved license, or undefined to
 * keep it.
 */
async function settleLosses(tx: Database, license: LicenseRow, status: WantedStatus, changes: LicenseChanges) {
  if (status === 'unassigned') await recordLoss(tx, license, { reason: 'REVOKED' })
  const wanted = changes.deviceFingerprint ?? license.deviceFingerprint
  if (status !== 'assigned' || !wanted) return undefined
  const fingerprintKey = normalizeFingerprint(wanted)
  const isSame = license.fingerprintKey === fingerprintKey
  if (!isSame) await recordLoss(tx, license, { reason: 'MOVED' })
  const tokenHash = await reserveFor(tx, license, fingerprintKey)
  return tokenHash ?? (isSame ? undefined : null)
}

const ACTIONS = { assigned: 'license.assigned', unassigned: 'license.restored', revoked: 'license.revoked' } as const
type WantedStatus = keyof typeof ACTIONS

function requireTransition(license: LicenseRow, changes: LicenseChanges): WantedStatus | undefined {
  const wanted = changes.deviceFingerprint === undefined ? changes.status : 'assigned'
  if (!wanted) return undefined
  if (wanted === 'assigned' && hasOfflineFile(license)) throw conflict(MOVE_FIRST)
  if (!canBecome(license, wanted)) throw conflict(refusalOf(license, wanted))
  const device = changes.deviceFingerprint ?? license.deviceFingerprint
  if (wanted === 'assigned' && !device) throw badRequest(UUID_REQUIRED, { deviceFingerprint: UUID_REQUIRED })
  if (changes.deviceFingerprint) refusePlaceholder(changes.deviceFingerprint)
  return wanted
}

const refusalOf = ({ status }: LicenseRow, wanted: WantedStatus) =>
  status === wanted ? `This license is already ${wanted}.` : `A license that is ${status} cannot become ${wanted}.`

const details = ({
  description,
  status: _status,
  deviceFingerprint: _device,
  reserve: _reserve,
  ...sent
}: LicenseChanges) => ({
  ...sent,
  ...(description !== undefined && { description: description || null }),
})

/** A revoked license keeps its device, which learns that it is locked; a restored one has none. */
function deviceFields(status: WantedStatus, { deviceFingerprint }: LicenseChanges) {
  if (status === 'unassigned') return { status, ...NO_DEVICE }
  if (!deviceFingerprint) return { status }
  return { status, deviceFingerprint, fingerprintKey: normalizeFingerprint(deviceFingerprint) }
}

export const removeLicense = (db: Database, actor: Actor, target: Target) =>
  db.transaction(async (tx) => removeLocked(tx, actor, await lockLicenseForChange(tx, target), target))

export async function removeLocked(tx: Database, actor: Actor, license: LicenseRow, { scope }: Pick<Target, 'scope'>) {
  if (!canDelete(license)) throw conflict(ONLY_UNASSIGNED)
  if (scope !== 'all') await refuseStillRunning(tx, license)
  await deleteLicense(tx, license)
  await auditLicense(tx, actor, 'license.deleted', { license, before: license })
}

/** The seat of a license that a computer still runs on would serve one computer after another, without a transfer. */
async function refuseStillRunning(tx: Database, license: LicenseRow) {
  const file = await findVoidFile(tx, license)
  if (!file) return
  if (file.isOffline) throw conflict(runsOffline(file.until))
  const until = await lockNextDeletion(tx, license)
  if (until !== null) throw conflict(tooManyStillRun(until))
}

export const newestLicenses = (db: Database, organizationId: string, limit: number) =>
  findLicenses(db, { organizationId }, { limit })

export async function readLicense(db: Database, { scope, id }: Target) {
  const license = await findInScope(db, scope, id)
  if (!license) throw notFound('License')
  return license
}

/** Locks the organization before the license, like a suspension. */
export async function lockLicenseForChange(tx: Database, { scope, id }: Target) {
  const [organization] = await lockOrganizationsForShare(tx, organizationsOf(tx, scope, [id]))
  if (!organization) throw notFound('License')
  refuseSuspended(organization)
  const license = await lockLicense(tx, scope, id)
  if (!license) throw notFound('License')
  return license
}

export function refusePlaceholder(deviceFingerprint: string) {
  if (isPlaceholderFingerprint(deviceFingerprint))
    throw badRequest(PLACEHOLDER_UUID, { deviceFingerprint: PLACEHOLDER_UUID })
}

/** Names the license that the device already has. It is in the same organization, so the caller may read it. */
async function nameOtherLicense(db: Database, target: Target, { deviceFingerprint }: LicenseChanges, error: unknown) {
  if (!violates(error, 'licenses_one_per_device')) throw error
  const license = await readLicense(db, target)
  const device = normalizeFingerprint(deviceFingerprint ?? license.deviceFingerprint ?? '')
  const other = await findByDevice(db, license.organizationId, device)
  throw conflict(DEVICE_TAKEN, {
    errors: { deviceFingerprint: DEVICE_TAKEN },
    ...(other && { about: { id: other.id, label: other.label } }),
  })
}

export function refuseTakenDevice(error: unknown): never {
  throw violates(error, 'licenses_one_per_device') ? conflict(DEVICE_TAKEN) : error
}
