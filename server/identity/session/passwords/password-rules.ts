import { PASSWORD_LIMITS } from '#contract/identity/session.ts'
import { badRequest } from '#server/platform/http/errors.ts'

const COMMON = 'This password is too common. Please choose another one.'
const OWN_NAME = 'Your password must not be your email address, username or organization name.'

/** Refuses common passwords and the account's own names. */
export async function refuseWeakPassword(password: string, ownNames: (string | null)[], field = 'password') {
  const given = password.toLowerCase()
  const common = await readCommon()
  if (common.has(given)) throw badRequest(COMMON, { [field]: COMMON })
  if (ownNames.some((name) => name?.toLowerCase() === given)) throw badRequest(OWN_NAME, { [field]: OWN_NAME })
}

let reading: Promise<Set<string>> | undefined
const readCommon = () => (reading ??= importCommon())

/** The 3,000 most common passwords of sufficient length, most common first. Imported when needed, because the package takes megabytes. */
async function importCommon() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(
    dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_LIMITS.min).slice(0, 3000),
  )
}
