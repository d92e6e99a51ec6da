import { createHmac } from 'node:crypto'
import type * as OpenId from 'openid-client'
import * as z from 'zod/mini'
import { NOT_PUBLIC } from '#contract/errors.ts'
import { SSO_PATH } from '#contract/identity/return-path.ts'
import {
  ISSUER_MISMATCH,
  ISSUER_SHARED,
  ISSUER_SHAPE,
  ISSUER_UNREACHABLE,
  ISSUER_UNUSABLE,
  SsoDraft,
  type SsoAnswer,
} from '#contract/identity/sso.ts'
import { emailAddress } from '#contract/text.ts'
import type { Config } from '#server/platform/config.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { createFetch } from '#server/platform/http/outbound/fetch.ts'
import { reachOf, readTarget } from '#server/platform/http/outbound/targets.ts'

/** Milliseconds for all answers of an identity provider to one request, which ends soon after (time-limit.ts). */
const LIMIT = 6000

/** Seconds by which the clocks of provider and portal may differ. The nonce, not the time, makes an ID token fresh. */
const CLOCK_TOLERANCE = 300

type Public = { issuer: string; clientId: string }

export type Client = Public & { clientSecret: string; redirectUri: string }

type Settings = { config: Pick<Config, 'outboundToAny'> }

/** Loaded with the first single sign-on. */
const library = () => import('openid-client')

/** Another one for each organization, so that the answer of its identity provider is never sent to that of another organization. */
export const redirectUriOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, organizationId: string) =>
  `${publicUrl}${SSO_PATH}/${organizationId}`

/** Reads how the identity provider describes itself. Rejects if there is none. */
async function discover({ config }: Settings, { issuer, clientId }: Public, deadline: AbortSignal) {
  const openId = await library()
  const reach = reachOf({ config })
  const found = await openId.discovery(new URL(issuer), clientId, undefined, openId.None(), {
    [openId.customFetch]: createFetch(reach, deadline),
    ...(reach.isAnyAllowed && { execute: [openId.allowInsecureRequests] }),
  })
  return found.serverMetadata()
}

async function connect({ config }: Settings, client: Client) {
  const { clientId, clientSecret } = client
  const deadline = AbortSignal.timeout(LIMIT)
  const [openId, server] = [await library(), await discover({ config }, client, deadline)]
  const authentication = authenticationOf(openId, server, clientSecret)
  const metadata = { client_secret: clientSecret, [openId.clockTolerance]: CLOCK_TOLERANCE }
  const connection = new openId.Configuration(server, clientId, metadata, authentication)
  const reach = reachOf({ config })
  connection[openId.customFetch] = createFetch(reach, deadline)
  if (reach.isAnyAllowed) openId.allowInsecureRequests(connection)
  openId.enableNonRepudiationChecks(connection)
  return { openId, connection, server }
}

/** A provider that names no method takes the secret in a header (OpenID Connect Discovery 1.0). */
function authenticationOf(openId: typeof OpenId, server: OpenId.ServerMetadata, clientSecret: string) {
  const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return supported.includes('client_secret_post')
    ? openId.ClientSecretPost(clientSecret)
    : openId.ClientSecretBasic(clientSecret)
}

/** Of personal accounts, or of everyone. Google's is known apart (people.ts). */
const SHARED_ISSUERS = [
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/',
  'https://sts.windows.net/9188040d-6c67-4c5b-b112-36a304b66dad/',
  'https://api.login.yahoo.com/',
  'https://appleid.apple.com/',
  'https://gitlab.com/',
  'https://www.linkedin.com/',
  'https://slack.com/',
]

/** Returns the issuer as the identity provider writes it. 400 if there is none that signs people in. */
export async function readIssuer(settings: Settings, client: Public) {
  const deadline = AbortSignal.timeout(LIMIT)
  refuseShared(client)
  await readTarget(client.issuer, reachOf(settings), { name: 'issuer', invalid: ISSUER_SHAPE })
  const server = await discover(settings, client, deadline).catch(refuseIssuer)
  // The library compares addresses, of which many texts are the same one.
  const isPlain = SsoDraft.shape.issuer.safeParse(server.issuer).data === server.issuer && !server.issuer.includes('{')
  if (!isPlain) throw wrongIssuer(ISSUER_MISMATCH)
  refuseShared(server)
  // Each sign-in reads the description at the issuer, which Entra ID writes in another way than its customers.
  if (server.issuer !== client.issuer)
    await discover(settings, { ...client, issuer: server.issuer }, deadline).catch(refuseIssuer)
  const { authorization_endpoint, token_endpoint, jwks_uri, response_types_supported: types } = server
  const isUsable =
    [authorization_endpoint, token_endpoint, jwks_uri].every((address) => isAddress(settings, address)) &&
    (types === undefined || (Array.isArray(types) && types.includes('code')))
  if (!isUsable) throw wrongIssuer(ISSUER_UNUSABLE)
  return server.issuer
}

function refuseShared({ issuer }: Pick<Client, 'issuer'>) {
  if (SHARED_ISSUERS.some((shared) => `${issuer}/`.startsWith(shared))) throw wrongIssuer(ISSUER_SHARED)
}

/** Browsers are sent to it, so no other protocol will do. */
const isAddress = ({ config }: Settings, address: string | undefined) =>
  address !== undefined &&
  URL.canParse(address) &&
  (config.outboundToAny ? /^https?:$/ : /^https:$/).test(new URL(address).protocol)

const wrongIssuer = (message: string) => badRequest(message, { issuer: message })

const ISSUER_DIFFERS = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'

function refuseIssuer(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  throw wrongIssuer(code === ISSUER_DIFFERS ? ISSUER_MISMATCH : ISSUER_UNREACHABLE)
}

/** Bind an answer to the browser that has the token. Only the token's hash is stored. */
const secretsOf = (token: string) => ({
  state: derive(token, 'state'),
  nonce: derive(token, 'nonce'),
  verifier: derive(token, 'verifier'),
})

const derive = (token: string, purpose: string) => createHmac('sha256', token).update(purpose).digest('base64url')

export const isAnswerTo = (token: string, { state }: SsoAnswer) => secretsOf(token).state === state

type Departure = { token: string; email: string | undefined }

/** Returns the address to which the browser goes. Rejects if the provider does not answer. */
export async function addressToSignIn(settings: Settings, client: Client, { token, email }: Departure) {
  const { openId, connection, server } = await connect(settings, client)
  if (!isAddress(settings, server.authorization_endpoint)) throw new Error(ISSUER_UNUSABLE)
  const { state, nonce, verifier } = secretsOf(token)
  const url = openId.buildAuthorizationUrl(connection, {
    redirect_uri: client.redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
  })
  return url.href
}

/** `hostedDomain`: of a Google Workspace. */
export type Identity = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean | undefined
  hostedDomain: string | undefined
  firstName: string | undefined
  lastName: string | undefined
}

/** Trades the code for who the person is. Rejects if anything of it does not belong to this browser, client and issuer. */
export async function readIdentity(
  settings: Settings,
  client: Client,
  token: string,
  { code, state, iss }: SsoAnswer,
): Promise<Identity> {
  const { openId, connection, server } = await connect(settings, client)
  const expected = secretsOf(token)
  const landing = new URL(client.redirectUri)
  for (const [name, value] of Object.entries({ code, state, iss }))
    if (value !== undefined) landing.searchParams.set(name, value)
  const tokens = await openId.authorizationCodeGrant(connection, landing, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('No claims')
  const isWhole = claims.email !== undefined && claims.email_verified !== undefined
  if (isWhole || !server.userinfo_endpoint) return identityFrom(claims)
  const more = await openId.fetchUserInfo(connection, tokens.access_token, claims.sub)
  return identityFrom({ ...claims, ...more })
}

type Claims = Record<string, unknown> & { sub: string }

const identityFrom = (claims: Claims): Identity => ({
  subject: Subject.parse(claims.sub),
  email: Email.safeParse(claims.email).data,
  isEmailVerified: isTrue(claims.email_verified === undefined ? claims.xms_edov : claims.email_verified),
  hostedDomain: textIn(claims.hd),
  firstName: textIn(claims.given_name) ?? textIn(claims.name)?.split(' ')[0],
  lastName: textIn(claims.family_name) ?? textIn(claims.name)?.split(' ').slice(1).join(' '),
})

/** At most 255 characters (OpenID Connect Core 1.0). A cut or replaced one could be someone else's. */
const Subject = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u))

/** Other addresses have no account. */
const Email = emailAddress('')

const YES = new Set<unknown>([true, 'true', 1, '1'])

/** Some write it as a text or a number. Only silence leaves it open. */
const isTrue = (claim: unknown) => (claim === undefined ? undefined : YES.has(claim))

const textIn = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined)

const WORDS = new Map([
  ['invalid_client', 'client ID or secret refused'],
  ['OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'client ID or secret refused'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'ID token of another issuer, client or sign-in'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'ID token is too old or of a wrong clock'],
  ['OAUTH_TIMEOUT', 'no answer in time'],
])

/** For the audit log. The library's sentences may quote the provider's answer, and its code may be any text. */
export function failureIn(error: unknown) {
  if (!(error instanceof Error)) return NO_ANSWER
  const told = 'error' in error && typeof error.error === 'string' ? error.error : ''
  if (/^[a-z_]{1,60}$/.test(told)) return WORDS.get(told) ?? told
  return ('code' in error && WORDS.get(String(error.code))) || connectionFailureIn(error.cause)
}

/** Node.js names what failed. That a name is one of the vendor's network is not revealed. */
function connectionFailureIn(cause: unknown) {
  if (!(cause instanceof Error)) return NO_ANSWER
  const code = 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOTFOUND' || cause.message === NOT_PUBLIC) return NO_HOST
  return /^[A-Z][A-Z\d_]{1,60}$/.test(code) ? `connection failed (${code})` : NO_ANSWER
}

const NO_HOST = 'host that is unknown, or not on the public internet'

const NO_ANSWER = 'no valid answer'
