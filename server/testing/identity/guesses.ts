import { session } from '#contract/identity/session.ts'
import { PASSWORD, caller } from '#server/testing/testing.ts'
import { browserIn, enterPassword, withBrowser } from './session.ts'

/** As many as the queue of the password hash takes. */
const AT_ONCE = 40

export type Visitor = Pick<ReturnType<typeof caller>, 'call'>

export const enter = ({ call }: Visitor, email: string, password = PASSWORD, code?: string) =>
  call(session.login, { body: { email, password, code } })

/** A thousand wrong passwords, each from the address that `addressOf` gives it. */
export async function guess(email: string, addressOf: (place: number) => string, times = 1000) {
  const answers: Awaited<ReturnType<typeof enter>>[] = []
  for (let start = 0; start < times; start += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, times - start) }, (_, place) => start + place)
    const guesses = places.map((place) => enter(caller({ ip: addressOf(place) }), email, `wrong password ${place}`))
    answers.push(...(await Promise.all(guesses)))
  }
  return answers
}

export const everywhere = (place: number) => `2001:db8:${place.toString(16)}::1`

export const counted = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** A browser in which this user has signed in before. */
export const knownBrowser = async (email: string) => withBrowser(browserIn((await enterPassword(email)).cookies))
