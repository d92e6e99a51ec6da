import type { Database } from '#server/database/database.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { deleteBrowsers, findBrowser, insertBrowser, replaceBrowserToken, touchBrowser } from './queries.ts'

/** The hash for browsers without a cookie. No token has it. */
const NO_BROWSER = Buffer.alloc(0)

export const browserHash = (token: string | undefined) => (token ? sha256(token) : NO_BROWSER)

/**
 * Remembers the browser after a sign-in and returns its token. A browser that is new to the user gets a new token for all its users, which
 * invalidates a planted one. `isFurther`: new, and the user has signed in with another one before.
 */
export async function rememberBrowser(tx: Database, userId: string, given: string | undefined) {
  if (given && (await touchBrowser(tx, userId, sha256(given)))) return { token: given, isFurther: false }
  const token = newToken()
  const tokenHash = sha256(token)
  if (given) await replaceBrowserToken(tx, sha256(given), tokenHash)
  const { isFurther } = await insertBrowser(tx, { userId, tokenHash })
  return { token, isFurther }
}

/** The calling browser, if it was known, stays known by a new token: the cookie may have been copied with that of the session. */
export async function forgetOtherBrowsers(tx: Database, userId: string, given: string | undefined) {
  const known = await findBrowser(tx, userId, browserHash(given))
  await deleteBrowsers(tx, userId)
  return known && (await rememberBrowser(tx, userId, given)).token
}
