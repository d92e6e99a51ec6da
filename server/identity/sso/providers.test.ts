import { expect, test } from 'vitest'
import { SSO_REFUSED, SSO_WITHOUT_EMAIL, sso } from '#contract/identity/sso.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import type { Claims } from '#server/testing/identity/identity-provider.ts'
import { CLIENT, visitProvider } from '#server/testing/identity/identity-provider.ts'
import { memberOf, REDIRECT_URI, save, useProvider, withSso } from '#server/testing/identity/sso.ts'
import { caller, db, stranger } from '#server/testing/testing.ts'
import { findAccountFor } from './people.ts'

type Peer = Awaited<ReturnType<typeof useProvider>>

async function signInAt(peer: Peer, address: string, claims: Claims = {}) {
  const started = await stranger().call(sso.start, { body: { address } })
  peer.signsIn(address, { email: address, email_verified: true, ...claims })
  const params = await visitProvider(started.body.url, REDIRECT_URI)
  const [cookie] = started.cookies
  return caller({ cookie: `${cookie?.name}=${cookie?.value}` }).call(sso.signIn, { body: params })
}

test.for<[string, Parameters<typeof useProvider>[1]]>([
  ['writes the address into the token', { settings: { conformIdTokenClaims: false } }],
  [
    'takes the secret only in a header',
    {
      settings: { clientAuthMethods: ['client_secret_basic'] },
      client: { token_endpoint_auth_method: 'client_secret_basic' },
    },
  ],
  ['signs with an elliptic curve', { client: { id_token_signed_response_alg: 'ES256' } }],
])('an identity provider that %s works', async ([, options]) => {
  const place = await withSso()
  const peer = await useProvider(place.owner, options)
  const member = await memberOf(place)
  const { status, body } = await signInAt(peer, member.email)
  expect([status, body.user?.id]).toEqual([200, member.id])
})

test('a secret that the identity provider does not know is refused at the sign-in', async () => {
  const place = await withSso()
  const peer = await useProvider(place.owner, {})
  await save(place.owner, { issuer: peer.issuer, clientSecret: `not ${CLIENT.clientSecret}` })
  const { status, message } = await signInAt(peer, (await memberOf(place)).email)
  expect([status, message]).toEqual([401, SSO_REFUSED])
})

test('Google is believed only about people of a verified Workspace, whatever address an account has', async () => {
  const place = await withSso()
  const member = await memberOf(place)
  const google = { issuer: 'https://accounts.google.com', organizationId: place.organizationId }
  const person = { subject: '1', email: member.email, isEmailVerified: true, firstName: undefined, lastName: undefined }
  const found = (hostedDomain: string | undefined) =>
    findAccountFor(db, google, { ...person, hostedDomain }, (_reason, refusal) => Promise.reject(refusal))
  for (const hostedDomain of [undefined, 'elsewhere.example'])
    expect(await refusalOf(() => found(hostedDomain))).toBe(SSO_WITHOUT_EMAIL)
  expect((await found(place.domain))?.id).toBe(member.id)
})
