import {
  LISTED_TWICE,
  NO_FREE_LICENSE,
  NO_SUCH_LABEL,
  type Assignment,
  type AssignmentResult,
} from '#contract/licensing/assignments.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganizationForShare, refuseSuspended } from '#server/domain/organizations.ts'
import { changeLocked, refuseTakenDevice } from '#server/licensing/licenses/actions.ts'
import { findShownAmong, lockLicenses, type LicenseRow } from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, refusalOf } from '#server/platform/http/errors.ts'
import { findFreeLicenses } from './queries.ts'

/** Assigns an unassigned license to each device, and reports why a device got none. */
export const assignDevices = (
  db: Database,
  actor: Actor,
  organizationId: string,
  devices: Assignment[],
): Promise<AssignmentResult[]> =>
  db.transaction(async (tx) => {
    refuseSuspended(await lockOrganizationForShare(tx, organizationId))
    const free = await lockFree(tx, organizationId, devices)
    const seen = new Set<string>()
    const results: { deviceFingerprint: string; id?: string; message: string | null }[] = []
    for (const device of devices) {
      const license = choose(free, device, devices)
      const message = await refusalOf(async () => {
        if (isRepeated(seen, device)) throw conflict(LISTED_TWICE)
        if (!license) throw conflict(device.label ? NO_SUCH_LABEL : NO_FREE_LICENSE)
        await assignAlone(tx, actor, license, device)
      })
      const { deviceFingerprint } = device
      if (license && message === undefined) free.delete(license.id)
      results.push({ deviceFingerprint, message: message ?? null, ...(license && { id: license.id }) })
    }
    const ids = results.flatMap(({ id, message }) => (id && message === null ? [id] : []))
    const shown = new Map((await findShownAmong(tx, { organizationId }, ids)).map((license) => [license.id, license]))
    return results.map(({ id, message, ...device }) => ({
      ...device,
      message,
      license: (message === null && id && shown.get(id)) || null,
    }))
  })

/** The licenses to choose from, oldest first. Locked in the order of ids, like every change of several licenses. */
async function lockFree(tx: Database, organizationId: string, devices: Assignment[]) {
  const labels = devices.flatMap(({ label }) => label || [])
  const ids = await findFreeLicenses(tx, organizationId, { labels, count: devices.length })
  const locked = await lockLicenses(tx, { organizationId }, ids)
  const oldestFirst = locked.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  return new Map(oldestFirst.filter(({ status }) => status === 'unassigned').map((license) => [license.id, license]))
}

const compared = (label: string) => label.toLowerCase()

/** A device without a label leaves the licenses to the devices that name them. */
function choose(free: Map<string, LicenseRow>, { label }: Assignment, devices: Assignment[]) {
  const licenses = [...free.values()]
  if (label) return licenses.find((license) => compared(license.label) === compared(label))
  const taken = new Set(devices.flatMap((device) => (device.label ? compared(device.label) : [])))
  return licenses.find((license) => !taken.has(compared(license.label)))
}

function isRepeated(seen: Set<string>, { deviceFingerprint }: Assignment) {
  const key = normalizeFingerprint(deviceFingerprint)
  return seen.has(key) || !seen.add(key)
}

/** In a savepoint, because the device's other license is found only while writing. */
const assignAlone = (tx: Database, actor: Actor, license: LicenseRow, { deviceFingerprint }: Assignment) =>
  tx.transaction((inner) => changeLocked(inner, actor, license, { deviceFingerprint })).catch(refuseTakenDevice)
