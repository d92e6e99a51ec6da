import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import { KEY_ALPHABET, groupKey, licenseRow, type LicenseRow } from '#demo/rows/licenses.ts'
import type { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { sha256 } from '#server/platform/hashing.ts'

type CheckIn = typeof checkIns.$inferInsert

/** The first licenses of each customer have every status; most others are active. */
const firstStatuses = ['active', 'assigned', 'unassigned', 'revoked'] as const
const usualStatuses = [...Array<'active'>(7).fill('active'), 'assigned', 'unassigned', 'revoked'] as const

export function buildLicenses(customers: Customer[], random: Random, calendar: Calendar) {
  const licenses: BuiltLicense[] = []
  const arrivals: CheckIn[] = []
  for (const customer of customers) {
    for (let index = 0; index < customer.licenses; index += 1) {
      const license = buildLicense(customer, index, random)
      licenses.push(license)
      if (license.activatedAt) arrivals.push(buildCheckIn(license, random, calendar))
    }
  }
  return { licenses, checkIns: arrivals }
}

const usualVersions = [...Array<string>(11).fill('4.3.0'), '4.2.1', '4.2.1', '4.2.1', '4.1.3', '4.4.0-beta.2']

type BuiltLicense = LicenseRow & { id: string }

function buildLicense(customer: Customer, index: number, random: Random): BuiltLicense {
  const status = firstStatuses[index] ?? random.pick(usualStatuses)
  const { label, description, deviceName, deviceOs, deviceFingerprint } = nameMachine(customer.domain, index, random)
  const createdAt = daysLater(customer.since, 2 + index * 2.4)
  const hasRun = status === 'active' || status === 'revoked'
  return {
    ...licenseRow({
      organizationId: customer.id,
      label,
      description,
      tags: index % 4 === 3 ? [] : [sites[Math.floor(index / 5) % sites.length] ?? ''],
      licenseKey: groupKey(random.text(KEY_ALPHABET, 25)),
      ...(status !== 'unassigned' && { deviceFingerprint }),
      ...(hasRun && { deviceName, deviceOs, activatedAt: daysLater(createdAt, 1) }),
      ...(status === 'active' && { deviceTokenHash: sha256(random.uuid()) }),
      ...statusUnder(customer, status),
      createdAt,
      updatedAt: daysLater(createdAt, hasRun ? 1 : 0),
    }),
    id: random.uuid(),
  }
}

type Status = NonNullable<LicenseRow['status']>

/** A suspension or an ended subscription makes all licenses inactive, except revoked ones. */
function statusUnder({ state }: Customer, status: Status) {
  const isOff = (state === 'suspended' || state === 'ended') && status !== 'revoked'
  return isOff ? { status: 'inactive' as const, statusBeforeSuspension: status } : { status }
}

function buildCheckIn({ id, organizationId, status }: BuiltLicense, random: Random, calendar: Calendar): CheckIn {
  const isInactive = status !== 'active' || random.chance(0.06)
  return {
    licenseId: id,
    organizationId,
    lastCheckIn: isInactive
      ? calendar.ago({ days: random.whole(35, 70) })
      : calendar.ago({ hours: random.whole(1, 23) }),
    appVersion: random.pick(usualVersions),
  }
}

const places = [
  { label: 'Reception', code: 'REC' },
  { label: 'Accounts', code: 'ACC' },
  { label: 'Dispatch', code: 'DSP' },
  { label: 'Workshop', code: 'WRK' },
  { label: 'Weighbridge', code: 'WBR' },
  { label: 'Control room', code: 'CTL' },
  { label: 'Stores', code: 'STO' },
  { label: 'Planning', code: 'PLN' },
  { label: 'Quality', code: 'QLT' },
  { label: 'Gatehouse', code: 'GTE' },
]
const sites = ['Head office', 'Durban', 'Night shift']
const kinds = ['PC', 'laptop', 'workstation']
const systems = ['Windows 11 Pro 24H2', 'Windows 11 Pro 23H2', 'Windows 10 Pro 22H2', 'Windows Server 2022']
const remarks = ['Shared by both shifts', 'Spare machine, second floor', 'On loan until the new one arrives']

/** For example 'Dispatch laptop 2' with the device name ACME-DSP-02. */
function nameMachine(domain: string, index: number, random: Random) {
  const round = 1 + Math.floor(index / places.length)
  const { label, code } = places[index % places.length] ?? random.pick(places)
  return {
    label: `${label} ${random.pick(kinds)} ${round}`,
    description: random.chance(0.3) ? random.pick(remarks) : null,
    deviceName: `${domain.replace(/\..*/, '').toUpperCase()}-${code}-${String(round).padStart(2, '0')}`,
    deviceOs: random.pick(systems),
    deviceFingerprint: random.uuid().toUpperCase(),
  }
}
