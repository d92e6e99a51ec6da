import { fullName } from '#contract/identity/session.ts'
import type { Random } from '#demo/random.ts'
import type { auditLog } from '#server/database/schema/audit.ts'

export type AuditRow = typeof auditLog.$inferInsert & { createdAt: string }

export const actorOf = ({ id, firstName, lastName }: { id: string; firstName: string; lastName: string }) => ({
  actorKind: 'user' as const,
  actorId: id,
  actorName: fullName({ firstName, lastName }),
})

/** Reserved for documentation (RFC 5737). */
export const randomAddress = (random: Random) => `203.0.113.${random.whole(2, 250)}`
