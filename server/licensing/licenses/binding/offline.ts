import { MOVE_FIRST, SET_ASIDE } from '#contract/licensing/changes.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { canHaveFile } from '#contract/licensing/license-files.ts'
import { canMove } from '#contract/licensing/licenses.ts'
import type { Database } from '#server/database/database.ts'
import {
  lockLicenseForChange,
  refusePlaceholder,
  refuseTakenDevice,
  type Target,
} from '#server/licensing/licenses/actions.ts'
import { auditLicense } from '#server/licensing/licenses/history/audit-license.ts'
import { countMove } from '#server/licensing/licenses/moves.ts'
import { updateLicense, type LicenseRow } from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { reserveFor } from './lost-device-queries.ts'
import { laterEnd } from './queries.ts'

type OfflineDevice = {
  deviceFingerprint: string
  deviceName?: string | undefined
  until: string
}

/**
 * Reserves a license for a device without internet whose file is created in the same transaction. It becomes active only if that device
 * calls.
 */
export async function bindOffline(tx: Database, actor: Actor, target: Target, device: OfflineDevice) {
  refusePlaceholder(device.deviceFingerprint)
  const before = await lockLicenseForChange(tx, target)
  const fingerprintKey = normalizeFingerprint(device.deviceFingerprint)
  requireBindable(before, fingerprintKey)
  await countMove(tx, before, { fingerprintKey })
  await reserveFor(tx, before, fingerprintKey)
  const after = await updateLicense(tx, before, bindingOf(before, { ...device, fingerprintKey })).catch(
    refuseTakenDevice,
  )
  const action = after.status === before.status ? 'license.device-changed' : 'license.assigned'
  if (action === 'license.assigned' || after.deviceName !== before.deviceName)
    await auditLicense(tx, actor, action, { license: before, before, after })
  return after
}

function requireBindable(license: LicenseRow, fingerprintKey: string) {
  const { status } = license
  if (status === 'unassigned') return
  if (!canHaveFile(license)) throw conflict(`A license that is ${status} cannot have a license file.`)
  if (license.fingerprintKey !== fingerprintKey) throw conflict(canMove(license) ? MOVE_FIRST : SET_ASIDE)
}

function bindingOf(before: LicenseRow, device: OfflineDevice & { fingerprintKey: string }) {
  const { deviceFingerprint, fingerprintKey, deviceName, until } = device
  return {
    lastFingerprintKey: fingerprintKey,
    offlineUntil: laterEnd(until),
    ...(deviceName && { deviceName }),
    ...(before.status === 'unassigned' && { status: 'assigned' as const, deviceFingerprint, fingerprintKey }),
  }
}
