import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import { actorOf, randomAddress, type AuditRow } from '#demo/rows/audit.ts'
import type { invitations } from '#server/database/schema/identity/invitations.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { Account } from './accounts.ts'
import type { Customer } from './customers.ts'

type Invitation = typeof invitations.$inferInsert & { id: string; createdAt: string }

/** Invitations of the first customer, with their age in days. The last one has expired. */
const examples = [
  { email: 'nomsa.khumalo@acme.example', role: 'customer', days: 1 },
  { email: 'control.room@acme.example', role: 'customer', days: 3 },
  { email: 'werner.botha@acme.example', role: 'org_admin', days: 11 },
] as const

/** Builds open invitations, and audit entries for invitations, removals and sign-ins. */
export function buildTeam(customers: Customer[], accounts: Account[], random: Random, calendar: Calendar) {
  const owner = accounts.find(({ organizationId }) => organizationId === customers[0]?.id)
  const openInvitations = owner
    ? examples.map((invitation) => buildInvitation(invitation, owner, random, calendar))
    : []
  const trail = [
    ...(owner ? openInvitations.map((invitation) => invited(invitation, owner, random)) : []),
    ...accounts.flatMap((account) => departure(account, accounts, random, calendar)),
    ...accounts.flatMap((account) => signIns(account, random, calendar)),
  ]
  return {
    invitations: openInvitations,
    trail: trail.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
  }
}

function buildInvitation(
  { email, role, days }: (typeof examples)[number],
  owner: Account,
  random: Random,
  calendar: Calendar,
): Invitation {
  const createdAt = calendar.ago({ days, hours: random.whole(1, 5) })
  return {
    id: random.uuid(),
    organizationId: owner.organizationId ?? '',
    email,
    role,
    tokenHash: sha256(random.uuid()),
    invitedBy: owner.id,
    createdAt,
    expiresAt: daysLater(createdAt, 7),
  }
}

const memberActor = (account: Account, random: Random) => ({
  ...actorOf(account),
  organizationId: account.organizationId ?? null,
  ip: randomAddress(random),
})

const invited = ({ id, email, role, createdAt }: Invitation, owner: Account, random: Random): AuditRow => ({
  ...memberActor(owner, random),
  createdAt,
  action: 'invitation.created',
  subjectKind: 'invitation',
  subjectId: id,
  changes: { email: [null, email], role: [null, role] },
})

/** The first administrator removed the suspended members. */
function departure(account: Account, accounts: Account[], random: Random, calendar: Calendar): AuditRow[] {
  const owner = accounts.find(({ organizationId }) => organizationId === account.organizationId)
  if (account.status !== 'suspended' || !owner) return []
  return [
    {
      ...memberActor(owner, random),
      createdAt: calendar.ago({ days: random.whole(20, 60), hours: random.whole(0, 12) }),
      action: 'member.removed',
      subjectKind: 'user',
      subjectId: account.id,
      changes: { status: ['active', 'suspended'] },
    },
  ]
}

function signIns(account: Account, random: Random, calendar: Calendar): AuditRow[] {
  if (account.status !== 'active') return []
  return Array.from({ length: random.whole(1, 4) }, (): AuditRow => {
    const isRefused = random.chance(0.12)
    return {
      ...memberActor(account, random),
      createdAt: calendar.ago({ days: random.whole(1, 30), hours: random.whole(0, 23) }),
      action: 'session.opened',
      outcome: isRefused ? 'refused' : 'success',
      subjectKind: 'user',
      subjectId: account.id,
      changes: isRefused ? { reason: [null, 'wrong credentials'] } : {},
    }
  }).filter(({ createdAt }) => createdAt > account.createdAt)
}
