import { expect, test } from 'vitest'
import { NOT_PUBLIC } from '#contract/errors.ts'
import { domainKnown, MOST_DOMAINS, recordMissing, TOO_MANY_DOMAINS } from '#contract/identity/sso.ts'
import { lookupFor } from '#server/platform/http/outbound/targets.ts'
import { entriesAbout, textsTo } from '#server/testing/identity/users.ts'
import { addDomain, names, newDomain, read, verify } from '#server/testing/identity/sso.ts'
import { signIn, times } from '#server/testing/testing.ts'

test('a name is looked up at the name servers of the moment without blocking other lookups, and its private address refused', async () => {
  const reach = { isAnyAllowed: false }
  const found = async (address: string) => {
    const name = newDomain()
    names.addresses.set(name, address)
    const lookup = lookupFor(new URL(`https://${name}`), reach)
    return new Promise((resolve) => {
      lookup?.(name, { all: true }, (error, addresses) => resolve(error?.message ?? addresses))
    })
  }
  // Only a resolver that is opened now, and does not use the thread pool, asks this name server.
  expect(await found('93.184.216.34')).toEqual([{ address: '93.184.216.34', family: 4 }])
  expect(await found('10.0.0.1')).toBe(NOT_PUBLIC)
})

test('a domain counts once its record is found, and for the organization that has proved it last', async () => {
  const [owner, other] = [await signIn(), await signIn()]
  const domain = newDomain()
  const { status, body } = await addDomain(owner, ` @${domain.toUpperCase()} `)
  expect([status, body]).toMatchObject([
    201,
    { domain, isVerified: false, record: { name: `_sso-verification.${domain}` } },
  ])
  expect((await addDomain(owner, domain)).message).toBe(domainKnown(domain))
  const theirs = (await addDomain(other, domain)).body
  expect(theirs.record.value).not.toBe(body.record.value)

  expect((await verify(owner, body)).message).toBe(recordMissing(body.record.name))
  names.records.set(body.record.name, ['another text', theirs.record.value])
  expect((await verify(owner, body)).status).toBe(409)
  expect((await verify(other, theirs)).body.isVerified).toBe(true)
  names.records.set(body.record.name, [body.record.value])
  expect((await verify(owner, body)).body.isVerified).toBe(true)
  expect((await read(other)).domains).toMatchObject([{ domain, isVerified: false }])
  names.records.set(body.record.name, [body.record.value, theirs.record.value])
  expect((await verify(other, theirs)).message).toBe(recordMissing(body.record.name))
  expect(await textsTo(other.user.email)).toContain('Another organization has proved')
  expect(await entriesAbout(owner.organizationId)).toMatchObject([{ changes: { domain: [null, domain] } }])
  const changes = (await entriesAbout(other.organizationId)).map((entry) => entry.changes)
  expect(changes).toEqual([{ domain: [null, domain] }, { domain: [domain, null] }])
})

test('of two organizations that prove a domain at once, one has it', async () => {
  const [one, other] = [await signIn(), await signIn()]
  const domain = newDomain()
  const [mine, theirs] = [(await addDomain(one, domain)).body, (await addDomain(other, domain)).body]
  names.records.set(mine.record.name, [mine.record.value, theirs.record.value])
  const answers = await Promise.all([verify(one, mine), verify(other, theirs)])
  expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
  const verified = [...(await read(one)).domains, ...(await read(other)).domains].filter(({ isVerified }) => isVerified)
  expect(verified).toHaveLength(1)
})

test('an organization has a bounded number of domains', async () => {
  const owner = await signIn()
  const answers = await times(MOST_DOMAINS + 2, () => addDomain(owner, newDomain()))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_DOMAINS)
  expect((await addDomain(owner, newDomain())).message).toBe(TOO_MANY_DOMAINS)
})
