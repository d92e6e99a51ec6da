import { daysLater, type Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import type { auditLog } from '#server/database/schema/audit.ts'
import type { invitations } from '#server/database/schema/identity/invitations.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { Account } from './accounts.ts'
import type { Customer } from './customers.ts'

type Invitation = typeof invitations.$inferInsert & { id: string; createdAt: string }
type Entry = typeof auditLog.$inferInsert & { createdAt: string }

/** Whom the first customer's owner has asked to join, and how many days ago: the last link has run out. */
const asked = [
  { email: 'nomsa.khumalo@acme.example', role: 'customer', days: 1 },
  { email: 'control.room@acme.example', role: 'customer', days: 3 },
  { email: 'werner.botha@acme.example', role: 'org_admin', days: 11 },
] as const

/** Invitations that wait, and what the trail tells of people: who was asked, who left, who signed in. */
export function buildTeam(customers: Customer[], accounts: Account[], random: Random, calendar: Calendar) {
  const owner = accounts.find(({ organizationId }) => organizationId === customers[0]?.id)
  const waiting = owner ? asked.map((invitation) => buildInvitation(invitation, owner, random, calendar)) : []
  const trail = [
    ...(owner ? waiting.map((invitation) => invited(invitation, owner, random)) : []),
    ...accounts.flatMap((account) => departure(account, accounts, random, calendar)),
    ...accounts.flatMap((account) => signIns(account, random, calendar)),
  ]
  return {
    invitations: waiting,
    trail: trail.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
  }
}

function buildInvitation(
  { email, role, days }: (typeof asked)[number],
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

/** Addresses that are set aside for examples. */
const by = ({ id, firstName, lastName, organizationId }: Account, random: Random) => ({
  actorKind: 'user' as const,
  actorId: id,
  actorName: `${firstName} ${lastName}`,
  organizationId: organizationId ?? null,
  ip: `203.0.113.${random.whole(2, 250)}`,
})

const invited = ({ id, email, role, createdAt }: Invitation, owner: Account, random: Random): Entry => ({
  ...by(owner, random),
  createdAt,
  action: 'invitation.created',
  subjectKind: 'invitation',
  subjectId: id,
  changes: { email: [null, email], role: [null, role] },
})

/** Whoever is suspended in the demo has left, and the first administrator has seen to it. */
function departure(account: Account, accounts: Account[], random: Random, calendar: Calendar): Entry[] {
  const owner = accounts.find(({ organizationId }) => organizationId === account.organizationId)
  if (account.status !== 'suspended' || !owner) return []
  return [
    {
      ...by(owner, random),
      createdAt: calendar.ago({ days: random.whole(20, 60), hours: random.whole(0, 12) }),
      action: 'member.removed',
      subjectKind: 'user',
      subjectId: account.id,
      changes: { status: ['active', 'suspended'] },
    },
  ]
}

/** A few of the last month. Now and then a password is mistyped first. */
function signIns(account: Account, random: Random, calendar: Calendar): Entry[] {
  if (account.status !== 'active') return []
  return Array.from({ length: random.whole(1, 4) }, (): Entry => {
    const isRefused = random.chance(0.12)
    return {
      ...by(account, random),
      createdAt: calendar.ago({ days: random.whole(1, 30), hours: random.whole(0, 23) }),
      action: 'session.opened',
      outcome: isRefused ? 'refused' : 'success',
      subjectKind: 'user',
      subjectId: account.id,
      changes: isRefused ? { reason: [null, 'wrong credentials'] } : {},
    }
  }).filter(({ createdAt }) => createdAt > account.createdAt)
}
