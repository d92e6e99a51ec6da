import { ALREADY_ERASED } from '#contract/identity/personal-data.ts'
import type { User } from '#contract/identity/session.ts'
import { ADDRESS_LINK_HOURS, canReplaceEmail } from '#contract/identity/users.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { updateLockedOrganization, type LockedOrganization } from '#server/domain/organizations.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { emailChanged } from '#server/identity/session/emails.ts'
import { endAllAccess } from '#server/identity/session/passwords/end-all-access.ts'
import { deleteTokens } from '#server/identity/session/queries.ts'
import { issueLink, linksThat } from '#server/identity/session/registration/links.ts'
import { EMAIL_TAKEN } from '#server/identity/session/registration/registration.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict, conflictAt, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockOrganizationOfUser } from './actions.ts'
import { emailReplaced } from './emails.ts'
import { findUser, updateUser } from './queries.ts'
import { unknownPassword } from './staff.ts'

const STAFF_ADDRESS = 'Staff change their address themselves, or get another account.'
const SAME_ADDRESS = 'This is already the email address.'

/**
 * For a customer whose address was taken over, lost or mistyped. Ends all access except two-factor authentication: also a mailbox of an
 * account that waits for approval could have set its password.
 */
export async function replaceEmail(
  platform: Platform,
  actor: Actor,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<User> {
  const { db, limits } = platform
  const found = await findUser(db, id)
  if (!found) throw notFound('User')
  requireReplaceable(found, email)
  await limits.spend('invitation by user', actor.id ?? '')
  const passwordHash = await unknownPassword()
  return db.transaction(async (tx) => {
    const organization = await lockOrganizationOfUser(tx, id)
    const former = await lockUser(tx, id)
    requireReplaceable(former, email)
    await updateUser(tx, id, { email, emailVerifiedAt: null, passwordHash }).catch(refuseTaken)
    const user = { ...former, email, isEmailVerified: false }
    await audit(tx, actor, {
      action: 'user.email-replaced',
      ...aboutUser(former),
      changes: { email: [former.email, email] },
    })
    if (organization) await replaceContact(tx, actor, organization, former.email, email)
    await recoverAccess(platform, tx, actor, user)
    await noticeFormer(platform, tx, former)
    return user
  })
}

/** Registration copied the address. */
async function replaceContact(tx: Database, actor: Actor, organization: LockedOrganization, from: string, to: string) {
  const { id, contactEmail } = organization
  if (contactEmail.toLowerCase() !== from.toLowerCase()) return
  await updateLockedOrganization(tx, id, { contactEmail: to })
  await audit(tx, actor, {
    action: 'organization.updated',
    organizationId: id,
    subject: { kind: 'organization', id },
    changes: { contactEmail: [contactEmail, to] },
  })
}

async function recoverAccess({ config, mailer }: Platform, tx: Database, actor: Actor, { id, email, firstName }: User) {
  const { hadTokens, hadInvitations } = await endAllAccess(tx, actor, id)
  await deleteTokens(tx, id, linksThat('goToAddress'))
  const minutes = ADDRESS_LINK_HOURS * 60
  const token = await issueLink(tx, { userId: id, purpose: 'password-reset', minutes })
  await mailer.queue(tx, emailReplaced({ config, to: email, firstName, token, hadTokens, hadInvitations }))
}

/** A mistyped address may belong to a stranger, and one that was taken over to a thief: it never reads the next one. */
async function noticeFormer({ config, mailer }: Platform, tx: Database, former: User) {
  const { email: to, firstName, isEmailVerified } = former
  if (isEmailVerified) await mailer.queue(tx, emailChanged({ config, to, firstName }))
}

function refuseTaken(error: unknown): never {
  throw violates(error, 'users_email_unique') ? conflictAt('email', EMAIL_TAKEN) : error
}

function requireReplaceable(user: User, email: string) {
  if (!canReplaceEmail(user)) throw conflict(user.isErased ? ALREADY_ERASED : STAFF_ADDRESS)
  if (email.toLowerCase() === user.email.toLowerCase()) throw badRequest(SAME_ADDRESS, { email: SAME_ADDRESS })
}
