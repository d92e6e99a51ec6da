import { type User, fullName, SSO_REQUIRED } from '#contract/identity/session.ts'
import { USE_SSO } from '#contract/identity/sso.ts'
import { INVITATION_ACCEPTED, INVITATION_INVALID, type Acceptance } from '#contract/identity/team.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { findActiveUser } from '#server/domain/users.ts'
import { wantsMail } from '#server/identity/account/actions.ts'
import { as, startSession } from '#server/identity/session/actions.ts'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { refuseWeakPassword } from '#server/identity/session/passwords/password-rules.ts'
import { EMAIL_TAKEN, usernameTaken } from '#server/identity/session/registration/registration.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { audit } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { HttpError, conflict, forbidden } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findByToken, lockInviter, takeInvitation, wasAccepted } from './invitation-queries.ts'
import { invitationAccepted } from './emails.ts'
import { insertMember } from './queries.ts'

/** Returns the invitation of a link. Unknown, revoked and expired links, and those of suspended organizations, look the same. */
export async function readInvitation({ db, limits }: Platform, ip: string, token: string) {
  await limits.spend('emailed link by address', ip)
  return requireInvitation(db, token)
}

export async function acceptInvitation(platform: Platform, visit: Visit, form: Acceptance) {
  const { db, limits } = platform
  await limits.spend('emailed link by address', visit.actor.ip ?? '')
  const { organization, isMfaRequired, isSsoRequired, email } = await requireInvitation(db, form.token)
  if (isSsoRequired) throw forbidden(USE_SSO, { code: SSO_REQUIRED })
  await refuseWeakPassword(form.password, [email, form.username, organization])
  const passwordHash = await hashPassword(form.password)
  const { token, ...person } = form
  const accepting = db.transaction(async (tx) => {
    const user = await joinTeam(platform, tx, visit, {
      ...person,
      tokenHash: sha256(token),
      passwordHash,
      organization,
      isMfaRequired,
    })
    return startSession(tx, platform, visit, user)
  })
  return accepting.catch(refuseTaken)
}

async function requireInvitation(db: Database, token: string) {
  const tokenHash = sha256(token)
  return (await findByToken(db, tokenHash)) ?? refuse(db, tokenHash)
}

/** People come back to the email to sign in. */
async function refuse(db: Database, tokenHash: Buffer): Promise<never> {
  throw new HttpError(404, (await wasAccepted(db, tokenHash)) ? INVITATION_ACCEPTED : INVITATION_INVALID)
}

type Joining = Pick<Acceptance, 'firstName' | 'lastName' | 'username'> & {
  tokenHash: Buffer
  passwordHash: string
  organization: string
  isMfaRequired: boolean
}

/** Of concurrent uses of an invitation, the first makes the member. */
export async function joinTeam(
  platform: Platform,
  tx: Database,
  { actor }: Visit,
  { tokenHash, organization, isMfaRequired, ...person }: Joining,
): Promise<User> {
  await lockInviter(tx, tokenHash)
  const taken = (await takeInvitation(tx, tokenHash)) ?? (await refuse(tx, tokenHash))
  const { organizationId, role, email } = taken
  const user = await insertMember(tx, { organizationId, role, email, ...person })
  const name = fullName(user)
  await audit(tx, as(actor, user), {
    action: 'invitation.accepted',
    organizationId,
    subject: { kind: 'invitation', id: taken.id },
    changes: { member: [null, name], role: [null, role] },
  })
  await notifyInviter(platform, tx, taken.invitedBy, { name, email, organization })
  return { ...user, organization, isErased: false, isEmailVerified: true, isMfaEnabled: false, isMfaRequired }
}

type Announcement = { name: string; email: string; organization: string }

async function notifyInviter({ config, mailer }: Platform, tx: Database, id: string, announcement: Announcement) {
  const inviter = await findActiveUser(tx, id)
  if (!inviter || !(await wantsMail(tx, id, 'team'))) return
  await mailer.queue(
    tx,
    invitationAccepted({ config, to: inviter.email, firstName: inviter.firstName, ...announcement }),
  )
}

export function refuseTaken(error: unknown): never {
  if (violates(error, 'users_username_unique')) throw usernameTaken()
  throw violates(error, 'users_email_unique') ? conflict(EMAIL_TAKEN) : error
}
