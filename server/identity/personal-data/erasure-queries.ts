import { randomUUID } from 'node:crypto'
import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { backupCodes, loginChallenges, mfaSecrets } from '#server/database/schema/identity/mfa.ts'
import { passkeys } from '#server/database/schema/identity/passkeys.ts'
import {
  confirmedLinks,
  knownBrowsers,
  notificationSettings,
  sessions,
  users,
  userTokens,
} from '#server/database/schema/identity/users.ts'
import { viewings } from '#server/database/schema/identity/viewings.ts'
import { idempotencyKeys } from '#server/database/schema/platform.ts'
import { documentFeedback } from '#server/database/schema/support/documents.ts'
import {
  inboxReplyChoices,
  inboxViews,
  ticketFollowers,
  ticketPresence,
} from '#server/database/schema/support/inbox.ts'
import { ticketMails, ticketReads } from '#server/database/schema/support/tickets.ts'

/** The tables whose rows would be deleted with a user, and stored answers, in the order in which they are locked. */
export const OWN_ROWS = [
  mfaSecrets,
  backupCodes,
  userTokens,
  loginChallenges,
  passkeys,
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
  idempotencyKeys,
]

export async function deleteOwnRows(tx: Database, userId: string) {
  for (const table of OWN_ROWS) await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(viewings).where(eq(viewings.staffId, userId))
}

/** Every address the user has had or asked for, in lower case, unless it belongs to someone else now. */
export function findAddresses(tx: Database, userId: string) {
  const address = sql<string>`lower(address)`
  const isOthers = tx
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(address) and ${users.id} <> ${userId}`)
  const known = tx
    .select({ address: sql<string>`${users.email}`.as('address') })
    .from(users)
    .where(eq(users.id, userId))
    .union(
      tx
        .select({ address: sql<string>`jsonb_array_elements_text(${auditLog.changes}->'email')`.as('address') })
        .from(auditLog)
        .where(
          and(
            eq(auditLog.subjectId, userId),
            eq(auditLog.subjectKind, 'user'),
            sql`jsonb_typeof(${auditLog.changes}->'email') = 'array'`,
          ),
        ),
    )
    .as('known')
  return tx
    .selectDistinct({ address })
    .from(known)
    .where(and(sql`address is not null`, notExists(isOthers)))
    .then((rows) => rows.map((row) => row.address))
}

/** Includes keys of notices about sign-ins, which have an IP address. */
export const deleteEmails = (tx: Database, userId: string, addresses: string[]) =>
  tx
    .delete(emails)
    .where(
      or(
        inArray(sql`lower(${emails.to})`, addresses),
        sql`starts_with(${emails.onceKey}, ${`new-sign-in ${userId} `})`,
      ),
    )

export const deleteInvitationsTo = (tx: Database, addresses: string[]) =>
  tx.delete(invitations).where(inArray(sql`lower(${invitations.email})`, addresses))

/** No one can register the address, or know it before. */
const unknownName = () => `erased-${randomUUID()}`

export const NO_ADDRESS = 'erased.invalid'

/** `passwordHash` of a password that no one knows. */
export function blankUser(tx: Database, id: string, passwordHash: string) {
  const username = unknownName()
  return tx
    .update(users)
    .set({
      firstName: 'Erased',
      lastName: 'user',
      username,
      email: `${username}@${NO_ADDRESS}`,
      passwordHash,
      emailVerifiedAt: null,
      mfaEnabledAt: null,
      erasedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, id))
    .returning({ firstName: users.firstName, lastName: users.lastName, username: users.username, email: users.email })
    .then(only)
}
