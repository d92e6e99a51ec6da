import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { PASSWORD, caller, newOrganization, newUser, stranger } from '#server/testing/testing.ts'

const enter = (visitor: Pick<ReturnType<typeof caller>, 'call'>, username: string, password: string) =>
  visitor.call(session.login, { body: { username, password } }).then(({ status }) => status)

/** Each spelling by which PostgreSQL finds the user, where these characters may equal an i. */
const spellingsOf = (name: string, letters: string[]): string[] => {
  const place = name.indexOf('i')
  if (place === -1) return [name]
  const rests = spellingsOf(name.slice(place + 1), letters)
  return letters.flatMap((letter) => rests.map((rest) => name.slice(0, place) + letter + rest))
}

test('counts the spellings of one username together', async () => {
  const username = `iii-${randomInt(1e9)}`
  await newUser({ role: 'customer', organizationId: await newOrganization(), username })
  const spellings = spellingsOf(username, ['i', 'I', '\u0130'])
  const accepted = await enter(stranger(), spellings.at(-1) ?? '', PASSWORD)
  expect(accepted, 'a spelling that is found').toBe(200)
  const statuses: number[] = []
  for (const spelling of [...spellings, ...spellings])
    statuses.push(await enter(stranger(), spelling, 'wrong password'))
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(await enter(stranger(), username, PASSWORD)).toBe(429)
})
