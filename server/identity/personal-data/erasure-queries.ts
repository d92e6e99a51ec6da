import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { backupCodes, loginChallenges, mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { passkeys } from '#server/database/schema/identity/passkeys.ts'
import { ssoIdentities } from '#server/database/schema/identity/sso.ts'
import {
  confirmedLinks,
  knownBrowsers,
  notificationSettings,
  sessions,
  users,
  userTokens,
} from '#server/database/schema/identity/users.ts'
import { viewings } from '#server/database/schema/identity/viewings.ts'
import { documentFeedback } from '#server/database/schema/support/documents.ts'
import { inboxReplyChoices, inboxViews } from '#server/database/schema/support/inbox.ts'
import {
  ticketFollowers,
  ticketMails,
  ticketPresence,
  ticketReads,
} from '#server/database/schema/support/ticket-users.ts'

/** The tables whose rows would be deleted with a user, in the order in which they are locked. */
export const OWN_ROWS = [
  mfaSecrets,
  backupCodes,
  userTokens,
  loginChallenges,
  passkeys,
  ssoIdentities,
  viewings,
  sessions,
  knownBrowsers,
  apiTokens,
  ticketFollowers,
  ticketPresence,
  ticketMails,
  ticketReads,
  documentFeedback,
  confirmedLinks,
  notificationSettings,
  inboxViews,
  inboxReplyChoices,
]

export async function deleteOwnRows(tx: Database, userId: string) {
  for (const table of OWN_ROWS) await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(viewings).where(eq(viewings.staffId, userId))
}

export const deleteInvitationsTo = (tx: Database, organizationId: string | null, addresses: string[]) =>
  organizationId &&
  tx
    .delete(invitations)
    .where(and(eq(invitations.organizationId, organizationId), inArray(invitations.email, addresses)))

/** No one can guess the address and register it first. */
const anonymousUsername = () => `erased-${randomUUID()}`

const ERASED_DOMAIN = 'erased.invalid'

type KeptColumn = 'id' | 'organizationId' | 'role' | 'status' | 'accessVersion' | 'createdAt'
type ErasedColumns = Record<Exclude<keyof typeof users.$inferSelect, KeptColumn>, unknown>

/** `passwordHash` of a password that no one knows. */
export function anonymizeUser(tx: Database, id: string, passwordHash: string) {
  const username = anonymousUsername()
  const names = { firstName: 'Erased', lastName: 'user', username, email: `${username}@${ERASED_DOMAIN}` }
  return tx
    .update(users)
    .set({
      ...names,
      passwordHash,
      emailVerifiedAt: null,
      mfaEnabledAt: null,
      erasedAt: sql`now()`,
      updatedAt: sql`now()`,
    } satisfies ErasedColumns)
    .where(eq(users.id, id))
    .then(() => names)
}
