import { usernameProblem } from '#contract/names.ts'
import { newToken } from '#server/platform/hashing.ts'

/** Usernames from the part before the @, best first. The last one is always free. */
export function usernamesFor(email: string) {
  const [before = '', domain = ''] = email.split('@').map(asUsername)
  const names = [before, `${before}.${domain}`, `${before.slice(0, 40) || 'user'}-${newToken().slice(0, 8)}`]
  return names.filter(isUsername)
}

const asUsername = (text: string) => text.normalize('NFKD').replace(/^[^a-z0-9_]+|[^a-z0-9._-]/gi, '')

const isUsername = (name: string) => usernameProblem(name) === undefined
