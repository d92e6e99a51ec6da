import { SIGN_IN_LIMITED, TOO_MANY_SIGN_INS } from '#contract/identity/session.ts'
import { tooManyCodes, tooManyPasswords } from '#server/identity/session/letters.ts'
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

/** `isLimited`: only a second factor may let this attempt in. */
type Attempt = { isLimited: boolean; giveBack: () => Promise<unknown> }

type Guess = { identifier: Identifier; browserId: string | null | undefined; hasCode: boolean }

/**
 * Counts a password before it is looked at. A known browser has a budget that strangers cannot use up. All others share one per account,
 * which exists for addresses without an account just the same.
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
  await limits.spend('sign-in by address', address)
  await limits.spend('sign-in by account and address', `${account} ${addressKey(address)}`)
  const refusal = await limits.trySpend('sign-in by account', account)
  if (refusal) await limitPasswords(platform, guess, refusal)
  return { isLimited: Boolean(refusal), giveBack: () => limits.giveBack('sign-in by account', account) }
}

/**
 * The same for all spellings that a database may take for one name, whatever its locale. JavaScript's lower case alone is not: PostgreSQL
 * finds 'admin' by 'adm\u0130n' as well.
 */
const foldName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

async function limitPasswords(platform: Platform, { identifier, hasCode }: Guess, refusal: Refusal) {
  if (refusal.isFirst) await warnOwner(platform, 'password', identifier, refusal)
  const { retryAfterSeconds } = refusal
  if (!hasCode) throw new HttpError(429, TOO_MANY_SIGN_INS, { code: SIGN_IN_LIMITED, retryAfterSeconds })
}

/**
 * Counts a code before it is looked at, once the password was right. Returns the refusal, or how to give the attempt back. Codes too
 * long to be guessed cost nothing, so that one of them is a way in while others use the account's budget up.
 */
export async function countCode(platform: Platform, { browser }: Visit, { id, email }: Account | Nobody, code: string) {
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

/** Stands for an account whose password was wrong, so that it costs the same work as a right one. */
export type Nobody = Pick<Account, 'id' | 'email'>

/** Of all spellings of a name the same, and of no account. */
export function nobodyCalled({ email, username = '' }: Identifier): Nobody {
  const hash = sha256(`nobody ${foldName(email ?? username)}`).toString('hex')
  return { id: hash.slice(0, 32), email: '' }
}

export type Guessed = 'password' | 'code'

/** Whether there is an owner is found out by the job, so that the answer takes the same time for every address. */
const warnOwner = (
  { db, jobs }: Platform,
  guessed: Guessed,
  { email, username }: Identifier,
  { retryAfterSeconds }: Refusal,
) =>
  jobs.enqueue(db, MAIL_SIGN_IN_ATTEMPTS, {
    guessed,
    ...(email === undefined ? { username } : { email }),
    window: Math.round(Date.now() / 60_000 + retryAfterSeconds / 60),
  })

const emails = { password: tooManyPasswords, code: tooManyCodes }

type Warning = Identifier & { guessed: Guessed; window: number }

/** The job that warns the owner of an account whose attempts were used up, once per window. */
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
