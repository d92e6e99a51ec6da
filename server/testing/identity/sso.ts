import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, onTestFinished } from 'vitest'
import { SSO_PATH } from '#contract/identity/return-path.ts'
import { sso } from '#contract/identity/sso.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { caller, config, db, newUser, platform, signIn, stranger, type Person } from '#server/testing/testing.ts'
import { CLIENT, startIdentityProvider, visitProvider, type Claims } from './identity-provider.ts'
import { startNameServer } from './name-server.ts'

// Both peers are on this machine.
platform.config.outboundToAny = true

export const REDIRECT_URI = `${config.publicUrl}${SSO_PATH}`
export const provider = await startIdentityProvider({ redirectUri: REDIRECT_URI })
export const names = await startNameServer()
afterAll(async () => {
  await provider.close()
  names.close()
})

export const newDomain = () => `${randomUUID()}.example`

export const read = async (person: Person) => (await person.call(sso.read)).body

/** Another identity provider on this machine, which this person's organization then uses. */
export async function useProvider(
  person: Person,
  options: Omit<Parameters<typeof startIdentityProvider>[0], 'redirectUri'>,
) {
  const other = await startIdentityProvider({ redirectUri: REDIRECT_URI, ...options })
  onTestFinished(() => other.close())
  await save(person, { issuer: other.issuer })
  return other
}

export const save = (person: Person, draft: object = {}) =>
  person.call(sso.save, { body: { issuer: provider.issuer, ...CLIENT, ...draft } })

export const addDomain = (person: Person, domain: string) => person.call(sso.addDomain, { body: { domain } })

export const verify = (person: Person, domain: { id: string }) => person.call(sso.verifyDomain, { params: domain })

export async function addVerifiedDomain(person: Person, domain = newDomain()) {
  const { body } = await addDomain(person, domain)
  names.records.set(body.record.name, [body.record.value])
  return (await verify(person, body)).body
}

export const requireSso = (person: Person, isRequired = true) => person.call(sso.changeRule, { body: { isRequired } })

type Attempt = { address: string; next?: string; accountId?: string | null; claims?: Claims }

/** From a browser without a session to the identity provider, where this person signs in, and back. */
export async function attempt({ address, next, accountId = address, claims = {} }: Attempt) {
  const { started, params, visitor } = await leave({ address, next, accountId, claims })
  return { started, params, answer: await visitor.call(sso.signIn, { body: params }) }
}

/** The same, but not yet back. */
export async function leave({ address, next, accountId = address, claims = {} }: Attempt) {
  const started = await stranger().call(sso.start, { body: { address, ...(next && { next }) } })
  provider.signsIn(accountId, { email: address, email_verified: true, ...claims })
  if (!started.body.url) throw new Error(started.message)
  const params = await visitProvider(started.body.url, REDIRECT_URI)
  const [cookie] = started.cookies
  return { started, params, visitor: caller({ cookie: `${cookie?.name}=${cookie?.value}` }) }
}

/** An organization with the identity provider and a verified domain, at which its administrator has an address. */
export async function withSso() {
  const owner = await signIn()
  await save(owner)
  const { domain } = await addVerifiedDomain(owner)
  const email = `owner@${domain}`
  await db.update(users).set({ email }).where(eq(users.id, owner.user.id))
  return { owner: { ...owner, user: { ...owner.user, email } }, domain, organizationId: owner.organizationId }
}

/** The same, and members must use it. */
export async function withRequiredSso() {
  const place = await withSso()
  await attempt({ address: place.owner.user.email })
  await requireSso(place.owner)
  return place
}

/** With the password `PASSWORD`. */
export const memberOf = ({ organizationId, domain }: { organizationId: string; domain: string }) =>
  newUser({ role: 'customer', organizationId, email: `${randomUUID()}@${domain}` })
