import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import { actorOf, randomAddress } from '#demo/rows/audit.ts'
import type { LicenseRow } from '#demo/rows/licenses.ts'
import type { auditLog } from '#server/database/schema/audit.ts'

type Row = typeof auditLog.$inferInsert
type Actor = Pick<Row, 'actorKind' | 'actorId' | 'actorName' | 'ip'>
type Event = { action: ActionOn<'license'>; at: string; actor: Actor; changes: NonNullable<Row['changes']> }
type DatedLicense = LicenseRow & { createdAt: string }

export function buildHistory(licenses: LicenseRow[], accounts: Account[], random: Random, calendar: Calendar): Row[] {
  const colleagues = Map.groupBy(accounts, ({ organizationId }) => organizationId)
  const support = colleagues.get(null) ?? []
  return licenses
    .filter((license): license is DatedLicense => license.createdAt !== undefined)
    .flatMap((license) => {
      const people = (colleagues.get(license.organizationId) ?? []).filter(({ status }) => status !== 'pending')
      const managers = people.filter(({ role }) => role === 'org_admin')
      const manager = personOf(random.pick(managers.length > 0 ? managers : support), random)
      const anyone = personOf(random.pick(people.length > 0 ? people : support), random)
      return eventsOf(license, { manager, anyone, random }).map((event) => rowOf(license, event))
    })
    .filter(({ createdAt }) => createdAt < calendar.now)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
}

type Actors = { manager: Actor; anyone: Actor; random: Random }

function eventsOf(license: DatedLicense, { manager, anyone, random }: Actors): Event[] {
  const { createdAt, label, description = null, deviceName = null, deviceOs = null, deviceFingerprint = null } = license
  const status = license.statusBeforeSuspension ?? license.status
  const made = { label: [null, label], status: [null, 'unassigned'] } satisfies Event['changes']
  const events: Event[] = [{ action: 'license.created', at: createdAt, actor: manager, changes: made }]
  if (description)
    events.push({
      action: 'license.updated',
      at: daysLater(createdAt, 0.02),
      actor: manager,
      changes: { description: [null, description] },
    })
  if (deviceFingerprint)
    events.push({
      action: 'license.assigned',
      at: daysLater(createdAt, 0.05),
      actor: manager,
      changes: { status: ['unassigned', 'assigned'], deviceFingerprint: [null, deviceFingerprint] },
    })
  if (license.activatedAt)
    events.push({
      action: 'license.activated',
      at: license.activatedAt,
      actor: deviceOf(license, random),
      changes: { status: ['assigned', 'active'], deviceName: [null, deviceName], deviceOs: [null, deviceOs] },
    })
  if (status === 'revoked')
    events.push({
      action: 'license.revoked',
      at: daysLater(license.activatedAt ?? createdAt, random.whole(2, 20)),
      actor: anyone,
      changes: { status: ['active', 'revoked'] },
    })
  return events
}

const personOf = (account: Account, random: Random): Actor => ({ ...actorOf(account), ip: randomAddress(random) })

const deviceOf = ({ deviceName }: LicenseRow, random: Random): Actor => ({
  actorKind: 'device',
  actorId: null,
  actorName: deviceName ?? null,
  ip: randomAddress(random),
})

const rowOf = (
  { id, organizationId }: LicenseRow,
  { action, at, actor, changes }: Event,
): Row & { createdAt: string } => ({
  ...actor,
  createdAt: at,
  organizationId,
  action,
  subjectKind: 'license',
  subjectId: id,
  changes,
})
