import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LIMITS } from '#contract/identity/session.ts'
import { badRequest } from '#server/platform/http/errors.ts'

/** The 3,000 most common passwords of sufficient length, most common first. */
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_LIMITS.min).slice(0, 3000),
)

const COMMON = 'This password is too common. Please choose another one.'
const OWN_NAME = 'Your password must not be your email address, username or organization name.'

/** Refuses common passwords and the account's own names. */
export function refuseWeakPassword(password: string, ownNames: (string | null)[], field = 'password') {
  const given = password.toLowerCase()
  if (common.has(given)) throw badRequest(COMMON, { [field]: COMMON })
  if (ownNames.some((name) => name?.toLowerCase() === given)) throw badRequest(OWN_NAME, { [field]: OWN_NAME })
}
