import { SIGN_IN_LIMITED, TOO_MANY_SIGN_INS } from '#contract/identity/session.ts'
import { tooManyCodes, tooManyPasswords } from '#server/identity/session/emails.ts'
import { isUnguessable } from '#server/identity/session/mfa/second-factor.ts'
import { type Account, type Identifier, findAccount } from '#server/identity/session/queries.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { addressKey } from '#server/platform/http/limits/address-key.ts'
import type { Refusal } from '#server/platform/http/limits/limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import { browserHash } from './known-browsers.ts'
import { findBrowser } from './queries.ts'

export const MAIL_SIGN_IN_ATTEMPTS = 'mail-sign-in-attempts'

/** `isLimited`: only a second factor may admit this attempt. */
type Attempt = { isLimited: boolean; giveBack: () => Promise<unknown> }

type Guess = { identifier: Identifier; browserId: string | null | undefined; hasCode: boolean }

/**
 * Counts a password before checking it. A known browser has its own budget. All others share one per account, also for addresses without
 * one.
 */
export async function countPassword(platform: Platform, visit: Visit, guess: Guess): Promise<Attempt> {
  const { limits } = platform
  const { browserId, identifier } = guess
  if (browserId) {
    await limits.spend('sign-in by known browser', browserId)
    return { isLimited: false, giveBack: () => limits.giveBack('sign-in by known browser', browserId) }
  }
  const account = foldName(identifier.email ?? identifier.username ?? '')
  const address = visit.actor.ip ?? ''
  await Promise.all([
    limits.spend('sign-in by address', address),
    limits.spend('sign-in by account and address', `${account} ${addressKey(address)}`),
  ])
  const refusal = await limits.trySpend('sign-in by account', account)
  if (refusal) await limitPasswords(platform, guess, refusal)
  return { isLimited: Boolean(refusal), giveBack: () => limits.giveBack('sign-in by account', account) }
}

/** Maps all spellings that a database may equate to one name, whatever its locale: PostgreSQL also finds 'admin' by 'adm\u0130n'. */
const foldName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

async function limitPasswords(platform: Platform, { identifier, hasCode }: Guess, refusal: Refusal) {
  if (refusal.isFirst) await warnOwner(platform, 'password', identifier, refusal)
  const { retryAfterSeconds } = refusal
  if (!hasCode) throw new HttpError(429, TOO_MANY_SIGN_INS, { code: SIGN_IN_LIMITED, retryAfterSeconds })
}

/**
 * Counts a code before checking it, after a correct password. Returns the refusal, or how to give the attempt back. Codes too long to guess
 * are not counted, so that they still work when attackers have used up the account's budget.
 */
export async function countCode(
  platform: Platform,
  { browser }: Visit,
  { id, email }: Account | UnknownAccount,
  code: string,
) {
  const { db, limits } = platform
  if (isUnguessable(code)) return { giveBack: () => Promise.resolve() }
  const known = browser && (await findBrowser(db, id, browserHash(browser)))
  const [name, key] = known
    ? (['second factor by known browser', known.id] as const)
    : (['second factor by account', id] as const)
  const refusal = await limits.trySpend(name, key)
  if (refusal?.isFirst) await warnOwner(platform, 'code', { email }, refusal)
  return { refusal, giveBack: () => limits.giveBack(name, key) }
}

/** Represents the account after a wrong password, so that the work is the same. */
export type UnknownAccount = Pick<Account, 'id' | 'email'>

/** The same for all spellings of a name, and no existing account. */
export function unknownAccount({ email, username = '' }: Identifier): UnknownAccount {
  const hash = sha256(`unknown ${foldName(email ?? username)}`).toString('hex')
  return { id: hash.slice(0, 32), email: '' }
}

export type SecretKind = 'password' | 'code'

/** A job looks for the owner, so that the answer takes the same time for every address. */
const warnOwner = (
  { db, jobs }: Platform,
  guessed: SecretKind,
  { email, username }: Identifier,
  { retryAfterSeconds }: Refusal,
) =>
  jobs.enqueue(db, MAIL_SIGN_IN_ATTEMPTS, {
    guessed,
    ...(email === undefined ? { username } : { email }),
    window: Math.round(Date.now() / 60_000 + retryAfterSeconds / 60),
  })

const emails = { password: tooManyPasswords, code: tooManyCodes }

type Warning = Identifier & { guessed: SecretKind; window: number }

/** The job: warns the owner of an account whose attempts were used up, once per window. */
export async function mailSignInAttempts(
  { db, config, mailer }: Platform,
  { guessed, window, ...identifier }: Warning,
) {
  const account = await findAccount(db, identifier)
  if (account?.status !== 'active') return
  const { id, email: to, firstName } = account
  await mailer.queue(db, emails[guessed]({ config, to, firstName }), {
    once: `sign-in-attempts ${guessed} ${id} ${window}`,
  })
}
