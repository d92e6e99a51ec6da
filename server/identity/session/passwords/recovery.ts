import { returnPath } from '#contract/identity/return-path.ts'
import { LINK_EXPIRED, RESET_MINUTES } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { as } from '#server/identity/session/actions.ts'
import { browserHash, rememberBrowser } from '#server/identity/session/guessing/known-browsers.ts'
import { passwordChanged, passwordReset } from '#server/identity/session/emails.ts'
import {
  findAccount,
  findAccountAt,
  findAccountById,
  findToken,
  hasFreshToken,
  lockAccount,
  setPassword,
  verifyAddress,
  type TokenPurpose,
} from '#server/identity/session/queries.ts'
import { issueLink, redeem } from '#server/identity/session/registration/links.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { aboutUser } from '#server/domain/users.ts'
import { audit } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { addressKey } from '#server/platform/http/limits/address-key.ts'
import type { Platform } from '#server/platform/platform.ts'
import { endAllAccess } from './end-all-access.ts'
import { hashPassword } from './hashing.ts'
import { refuseWeakPassword } from './password-rules.ts'

/** A job looks for the account, so that answer and time are the same for every address. */
export async function requestPasswordReset(
  { db, jobs, limits }: Platform,
  { actor, browser }: Visit,
  { email, next }: { email: string; next?: string | undefined },
) {
  const known = browser ? await findAccountAt(db, { email }, browserHash(browser)) : undefined
  if (known?.browserId) await limits.spend('password reset by known browser', known.browserId)
  else {
    const address = actor.ip ?? ''
    await limits.spend('password reset by address', address)
    await limits.spend('password reset by account and address', `${email.toLowerCase()} ${addressKey(address)}`)
  }
  await jobs.enqueue(db, 'mail-password-reset', {
    email,
    isKnownBrowser: Boolean(known?.browserId),
    next: returnPath(next),
    ip: actor.ip,
    requestId: actor.requestId,
  })
}

/** Minutes between emails that strangers can trigger. Shorter than a link's lifetime, so that the owner always has a working one. */
const MAIL_MINUTES = 12

type ResetRequest = {
  isKnownBrowser?: boolean
  next?: string | undefined
  ip?: string | null
  requestId?: string | null
}

/** The job of `requestPasswordReset`. */
export async function mailPasswordReset(
  { db, config, mailer }: Platform,
  email: string,
  { isKnownBrowser = false, next, ...visit }: ResetRequest = {},
) {
  const found = await findAccount(db, { email })
  if (!found) return
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, found.id)
    if (!account || account.status === 'suspended') return
    if (!isKnownBrowser && (await hasFreshToken(tx, account.id, 'password-reset', MAIL_MINUTES))) return
    const token = await issueLink(tx, { userId: account.id, purpose: 'password-reset', minutes: RESET_MINUTES })
    await mailer.queue(tx, passwordReset({ config, to: account.email, firstName: account.firstName, token, next }))
    await audit(
      tx,
      { kind: 'anonymous', id: null, name: null, ip: null, requestId: null, ...visit },
      {
        action: 'user.password-reset-sent',
        ...aboutUser(account),
      },
    )
  })
}

/**
 * Sets the password, ends all other access, and emails the owner. A refused password leaves the link usable. Returns a browser token, so
 * that the owner can sign in while strangers use up the account's attempts. Not with a second factor, where a mailbox must not give more
 * guesses.
 */
export async function resetPassword(
  platform: Platform,
  { actor, browser }: Visit,
  { token, password }: { token: string; password: string },
) {
  const { db, config, mailer, limits } = platform
  await limits.spend('emailed link by address', actor.ip ?? '')
  const { email, username, organization } = await findLinked(db, ['password-reset'], token)
  await refuseWeakPassword(password, [email, username, organization])
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const { account } = await redeem(tx, ['password-reset'], token)
    await setPassword(tx, account.id, passwordHash)
    await verifyAddress(tx, account.id)
    const ended = await endAllAccess(tx, as(actor, account), account.id)
    await mailer.queue(tx, passwordChanged({ config, to: account.email, firstName: account.firstName, ...ended }))
    await audit(tx, as(actor, account), {
      action: 'user.password-reset',
      ...aboutUser(account),
    })
    return account.isMfaEnabled ? undefined : (await rememberBrowser(tx, account.id, browser)).token
  })
}

async function findLinked(db: Database, purposes: TokenPurpose[], token: string) {
  const found = await findToken(db, purposes, sha256(token))
  const account = found && (await findAccountById(db, found.userId))
  if (!account) throw badRequest(LINK_EXPIRED)
  return account
}
