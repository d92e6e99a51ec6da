import { TOTP } from 'otpauth'
import { session } from '#contract/identity/session.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { PASSWORD, caller, db, newOrganization, newUser, stranger } from '#server/testing/testing.ts'

/** The authenticator's code, now or some steps later. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 })

/** Six digits that the app shows neither now nor a step around it. */
export const wrongCodeOf = (secret: string) => {
  const shown = [-2, -1, 0, 1, 2].map((later) => codeOf(secret, later))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !shown.includes(code)) ?? ''
}

/** A user with a password only, not signed in. */
export const account = async (facts: Partial<Parameters<typeof newUser>[0]> = {}) =>
  newUser({ role: 'customer', organizationId: await newOrganization(), ...facts })

/** A user with two-factor authentication, not signed in. */
export async function protectedUser(facts: Partial<Parameters<typeof newUser>[0]> = {}) {
  const user = await account(facts)
  return { user, secret: await makeSecondFactor(db, user.id) }
}

type Cookies = { name: string; value: string }[]

const valueOf = (cookies: Cookies, name: string) => cookies.find((cookie) => cookie.name === name)?.value ?? ''
export const sessionIn = (cookies: Cookies) => valueOf(cookies, '__Host-session')
export const browserIn = (cookies: Cookies) => valueOf(cookies, '__Host-browser')
export const challengeIn = (cookies: Cookies) => valueOf(cookies, '__Host-login-challenge')

export const withSession = (token: string) => caller({ cookie: `__Host-session=${token}` })
export const withBrowser = (token: string) => caller({ cookie: `__Host-browser=${token}` })
export const withChallenge = (token: string) => caller({ cookie: `__Host-login-challenge=${token}` })

export const enterPassword = (email: string, password = PASSWORD) =>
  stranger().call(session.login, { body: { email, password } })

/** Passes the password step, up to the second factor. */
export async function challenged(email: string) {
  const token = challengeIn((await enterPassword(email)).cookies)
  return { token, ...withChallenge(token) }
}
