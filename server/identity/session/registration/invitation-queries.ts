import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'

export const isWaiting = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))

export const revokeInvitationsBy = (db: Database, invitedBy: string) =>
  db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.invitedBy, invitedBy), isWaiting))
    .returning()
