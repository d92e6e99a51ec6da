import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import { actorOf, type AuditRow } from '#demo/rows/audit.ts'
import type { LicenseRow } from '#demo/rows/licenses.ts'
import type { checkIns, deviceMoves } from '#server/database/schema/licensing/licenses.ts'

type License = LicenseRow & { id: string }
type CheckIn = typeof checkIns.$inferInsert
type Seats = { licenses: License[]; checkIns: CheckIn[] }
type Sources = { owners: Account[]; random: Random; calendar: Calendar }

/** Days since the last check-in, and the version. */
const inactiveDevices = [
  { days: 35, appVersion: '4.2.0' },
  { days: 65, appVersion: '4.1.3' },
  { days: 100, appVersion: '4.0.2' },
]

/** Days ago: transferred to a spare computer during a repair, and back. */
const MOVED = [20, 6] as const

/** Adds inactive devices for each owner, and a transfer and an offline device for the first one. */
export function buildDevices(seats: Seats, { owners, random, calendar }: Sources) {
  const inactive = owners.flatMap(({ organizationId }) => makeInactive(seats, organizationId, calendar))
  const own = seats.licenses.filter(({ organizationId }) => organizationId === owners[0]?.organizationId)
  const moved = own.filter(({ status }) => status === 'active')[1]
  const offline = own.findLast(({ status }) => status === 'assigned')
  const [owner] = owners
  if (!owner || !moved || !offline) throw new Error('The example data has no suitable devices')
  const arrived = calendar.ago({ days: MOVED[1] })
  const changed = [
    { ...moved, activatedAt: arrived, updatedAt: arrived },
    { ...offline, ...offlineFile(offline, calendar) },
  ]
  return {
    licenses: seats.licenses.map((license) => changed.find(({ id }) => id === license.id) ?? license),
    checkIns: seats.checkIns.map((row) => inactive.find(({ licenseId }) => licenseId === row.licenseId) ?? row),
    moves: MOVED.map((days) => moveOf(moved, calendar.ago({ days }))),
    trail: [...moveEntries(moved, owner, random, calendar), fileEntry(offline, owner, calendar)],
  }
}

function makeInactive(
  { licenses, checkIns: arrivals }: Seats,
  organizationId: Account['organizationId'],
  calendar: Calendar,
) {
  const running = licenses.filter((one) => one.organizationId === organizationId && one.status === 'active')
  const ids = running.slice(-inactiveDevices.length).map(({ id }) => id)
  return arrivals
    .filter(({ licenseId }) => ids.includes(licenseId))
    .map((row, index): CheckIn => {
      const { days, appVersion } = inactiveDevices[index]!
      return { ...row, lastCheckIn: calendar.ago({ days }), appVersion }
    })
}

/** 180 days offline and a week of grace. */
const offlineFile = ({ deviceFingerprint }: License, calendar: Calendar): Partial<License> => ({
  deviceName: 'ACME-SHAFT-7',
  lastFingerprintKey: normalizeFingerprint(deviceFingerprint ?? ''),
  offlineUntil: calendar.ahead({ days: 187 }),
  updatedAt: calendar.ago({ days: 1 }),
})

const moveOf = ({ id, organizationId }: License, movedAt: string): typeof deviceMoves.$inferInsert => ({
  licenseId: id,
  organizationId,
  movedAt,
})

function moveEntries(license: License, owner: Account, random: Random, calendar: Calendar): AuditRow[] {
  const { deviceFingerprint = null, deviceName = null, deviceOs = null } = license
  const own = { deviceFingerprint, deviceName, deviceOs }
  const spare = { ...own, deviceFingerprint: random.uuid().toUpperCase(), deviceName: 'ACME-SPARE-01' }
  const [away, back] = MOVED.map((days) => calendar.ago({ days }))
  if (!away || !back) return []
  return [
    ...entriesOfMove(license, owner, { from: own, to: spare, at: away }),
    ...entriesOfMove(license, owner, { from: spare, to: own, at: back }),
  ]
}

type Machine = Pick<License, 'deviceFingerprint' | 'deviceName' | 'deviceOs'>
type Move = { from: Machine; to: Machine; at: string }

const HOUR = 1 / 24

const entriesOfMove = (license: License, owner: Account, { from, to, at }: Move): AuditRow[] => [
  {
    ...entryOf(license, 'license.moved', daysLater(at, -HOUR)),
    ...actorOf(owner),
    changes: { status: ['active', 'unassigned'], ...fields(from, (value) => [value, null]) },
  },
  {
    ...entryOf(license, 'license.activated', at),
    actorKind: 'device',
    actorName: to.deviceName,
    changes: { status: ['unassigned', 'active'], ...fields(to, (value) => [null, value]) },
  },
]

const fields = (machine: Machine, change: (value: unknown) => [unknown, unknown]) =>
  Object.fromEntries(Object.entries(machine).map(([field, value]) => [field, change(value)]))

const fileEntry = (license: License, owner: Account, calendar: Calendar): AuditRow => ({
  ...entryOf(license, 'license.file-created', calendar.ago({ days: 1 })),
  ...actorOf(owner),
  changes: {
    fileDevice: [null, license.deviceFingerprint],
    fileExpiresAt: [null, calendar.ahead({ days: 180 })],
  },
})

const entryOf = ({ id, organizationId }: License, action: ActionOn<'license'>, createdAt: string) => ({
  createdAt,
  organizationId,
  action,
  subjectKind: 'license' as const,
  subjectId: id,
})
