import type { ActionOn } from '#contract/operations/audit-actions.ts'
import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import type { LicenseRow } from '#demo/rows/licenses.ts'
import type { auditLog } from '#server/database/schema/audit.ts'

type Row = typeof auditLog.$inferInsert
type Actor = Pick<Row, 'actorKind' | 'actorId' | 'actorName' | 'ip'>
type Chapter = { action: ActionOn<'license'>; at: string; actor: Actor; changes: NonNullable<Row['changes']> }
type Told = LicenseRow & { createdAt: string }

/** Audit entries that lead to each license's final state, oldest first. */
export function buildHistory(licenses: LicenseRow[], accounts: Account[], random: Random, calendar: Calendar): Row[] {
  const colleagues = Map.groupBy(accounts, ({ organizationId }) => organizationId)
  const support = colleagues.get(null) ?? []
  return licenses
    .filter((license): license is Told => license.createdAt !== undefined)
    .flatMap((license) => {
      const people = (colleagues.get(license.organizationId) ?? []).filter(({ status }) => status !== 'pending')
      const managers = people.filter(({ role }) => role === 'org_admin')
      const manager = personOf(random.pick(managers.length > 0 ? managers : support), random)
      const anyone = personOf(random.pick(people.length > 0 ? people : support), random)
      return chaptersOf(license, { manager, anyone, random }).map((chapter) => rowOf(license, chapter))
    })
    .filter(({ createdAt }) => createdAt < calendar.now)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
}

type Cast = { manager: Actor; anyone: Actor; random: Random }

function chaptersOf(license: Told, { manager, anyone, random }: Cast): Chapter[] {
  const { createdAt, label, description = null, deviceName = null, deviceOs = null, deviceFingerprint = null } = license
  const status = license.statusBeforeSuspension ?? license.status
  const made = { label: [null, label], status: [null, 'unassigned'] } satisfies Chapter['changes']
  const chapters: Chapter[] = [{ action: 'license.created', at: createdAt, actor: manager, changes: made }]
  if (description)
    chapters.push({
      action: 'license.updated',
      at: daysLater(createdAt, 0.02),
      actor: manager,
      changes: { description: [null, description] },
    })
  if (deviceFingerprint)
    chapters.push({
      action: 'license.assigned',
      at: daysLater(createdAt, 0.05),
      actor: manager,
      changes: { status: ['unassigned', 'assigned'], deviceFingerprint: [null, deviceFingerprint] },
    })
  if (license.activatedAt)
    chapters.push({
      action: 'license.activated',
      at: license.activatedAt,
      actor: deviceOf(license, random),
      changes: { status: ['assigned', 'active'], deviceName: [null, deviceName], deviceOs: [null, deviceOs] },
    })
  if (status === 'revoked')
    chapters.push({
      action: 'license.revoked',
      at: daysLater(license.activatedAt ?? createdAt, random.whole(2, 20)),
      actor: anyone,
      changes: { status: ['active', 'revoked'] },
    })
  return chapters
}

/** Addresses that are set aside for examples. */
const addressOf = (random: Random) => `203.0.113.${random.whole(2, 250)}`

const personOf = ({ id, firstName, lastName }: Account, random: Random): Actor => ({
  actorKind: 'user',
  actorId: id,
  actorName: `${firstName} ${lastName}`,
  ip: addressOf(random),
})

const deviceOf = ({ deviceName }: LicenseRow, random: Random): Actor => ({
  actorKind: 'device',
  actorId: null,
  actorName: deviceName ?? null,
  ip: addressOf(random),
})

const rowOf = (
  { id, organizationId }: LicenseRow,
  { action, at, actor, changes }: Chapter,
): Row & { createdAt: string } => ({
  ...actor,
  createdAt: at,
  organizationId,
  action,
  subjectKind: 'license',
  subjectId: id,
  changes,
})
