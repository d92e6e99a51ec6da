import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'

export const isWaiting = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))

/** The entry of the invitation that this user accepted: it leads to it, because addresses change. */
export const isAcceptanceBy = (userId: string) =>
  and(eq(auditLog.actorId, userId), sql`${auditLog.action} = 'invitation.accepted' and ${auditLog.outcome} = 'success'`)

export const revokeInvitationsBy = (db: Database, invitedBy: string) =>
  db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.invitedBy, invitedBy), isWaiting))
    .returning()
