import { REGISTRATION_LINK_DAYS, type User, type Registration } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { aboutUser } from '#server/domain/users.ts'
import { refuseBlockedDomain } from '#server/identity/blocked-domains/actions.ts'
import { as, startSession } from '#server/identity/session/actions.ts'
import { registrationForSales, registrationReceived } from '#server/identity/session/emails.ts'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { refuseWeakPassword } from '#server/identity/session/passwords/password-rules.ts'
import { findTaken, insertOrganization, insertUser } from '#server/identity/session/queries.ts'
import type { OpenedSession, Visit } from '#server/identity/session/visits.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, conflictAt } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { issueLink } from './links.ts'

export const EMAIL_TAKEN = 'An account with this email address already exists.'
const USERNAME_TAKEN = 'This username is already taken.'

export const usernameTaken = () => conflictAt('username', USERNAME_TAKEN)

const VERIFICATION_MINUTES = REGISTRATION_LINK_DAYS * 24 * 60

type RegistrationResult = { user: User; session: OpenedSession | null }

/** Creates an organization and its first user, both pending, in one transaction. */
export async function register(platform: Platform, visit: Visit, form: Registration): Promise<RegistrationResult> {
  const { db, limits } = platform
  const { actor } = visit
  await limits.spend('registration by address', actor.ip ?? '')
  await refuseWeakPassword(form.password, [form.email, form.username, form.organizationName])
  await refuseBlockedDomain(platform, form.email)
  await refuseTaken(db, form)
  const passwordHash = await hashPassword(form.password)
  try {
    return await db.transaction(async (tx) => {
      const user = await apply(platform, tx, actor, { form, passwordHash })
      return { user, session: user.status === 'active' ? await startSession(tx, platform, visit, user) : null }
    })
  } catch (error) {
    // Of two concurrent applications with one name, the index refused this one.
    await refuseTaken(db, form)
    throw error
  }
}

async function refuseTaken(db: Database, form: Registration) {
  const taken = await findTaken(db, form)
  if (taken.length === 0) return
  throw conflict(taken.some(({ email }) => email) ? EMAIL_TAKEN : USERNAME_TAKEN)
}

type Application = { form: Registration; passwordHash: string }

async function apply({ config, mailer }: Platform, tx: Database, actor: Actor, { form, passwordHash }: Application) {
  const isApproved = config.automaticApproval
  const organization = await insertOrganization(tx, {
    name: form.organizationName,
    contactEmail: form.email,
    isActive: isApproved,
  })
  const user = await insertUser(tx, {
    organizationId: organization.id,
    role: 'org_admin',
    status: isApproved ? 'active' : 'pending',
    email: form.email,
    username: form.username,
    firstName: form.firstName,
    lastName: form.lastName,
    passwordHash,
  })
  const token = await issueLink(tx, {
    userId: user.id,
    purpose: 'email-verification',
    minutes: VERIFICATION_MINUTES,
  })
  await mailer.queue(tx, registrationReceived({ config, to: user.email, token, isApproved }))
  await mailer.queue(tx, registrationForSales({ config, organization: organization.name, user, isApproved }))
  await audit(tx, as(actor, user), {
    action: 'user.registered',
    ...aboutUser(user),
    changes: { organization: [null, organization.name], email: [null, user.email] },
  })
  return {
    ...user,
    organization: organization.name,
    isErased: false,
    isEmailVerified: false,
    isMfaEnabled: false,
    isMfaRequired: false,
  }
}
