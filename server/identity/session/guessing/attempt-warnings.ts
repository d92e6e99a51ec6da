import { tooManyCodes, tooManyPasswords } from '#server/identity/session/letters.ts'
import { findAccount, type Identifier } from '#server/identity/session/queries.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Guessed } from './attempts.ts'

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
