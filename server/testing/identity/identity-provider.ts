import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import Provider, { type AccountClaims, type ClientMetadata, type Configuration } from 'oidc-provider'
import type { SsoAnswer } from '#contract/identity/sso.ts'

export const CLIENT = { clientId: 'portal', clientSecret: 'a secret of the identity provider' }

const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

export type Claims = Omit<AccountClaims, 'sub'> & { sub?: string }

/** `redirectUri`: without the organization. `client`: how it takes the portal's requests. */
type Options = { redirectUri: string; settings?: Configuration; client?: Partial<ClientMetadata> }

/** An identity provider on this machine. It asks no questions: every browser is that of the person of `signsIn`. */
export async function startIdentityProvider({ redirectUri, settings = {}, client = {} }: Options) {
  let listener = (_request: IncomingMessage, response: ServerResponse) => void response.end()
  const server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Claims>()
  let current = ''

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        ...client,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'hd'],
    },
    // The class itself prints a warning.
    adapter: class extends MemoryAdapter {},
    jwks: { keys: [rsaKey, ecKey] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: people.get(accountId)?.sub ?? accountId }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ...settings,
  })
  provider.Client.prototype.redirectUriAllowed = (uri) => uri.startsWith(`${redirectUri}/`)
  const answer = provider.callback()
  listener = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const result = current
      ? { login: { accountId: current, remember: false } }
      : { error: 'access_denied', error_description: 'Not assigned to this application' }
    return void provider.interactionFinished(request, response, result)
  }
  return {
    issuer,
    /** From now on this person comes back, or everyone is refused. */
    signsIn: (accountId: string | null, claims: Claims = {}) => {
      current = accountId ?? ''
      if (accountId) people.set(accountId, claims)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Follows the identity provider as a browser does, with its cookies, until it leads back to the portal. Returns what the page there reads. */
export async function visitProvider(url: string, redirectUri: string) {
  const cookies = new Map<string, string>()
  let next = url
  for (let steps = 0; steps < 10; steps += 1) {
    if (next.startsWith(redirectUri)) return answerIn(new URL(next))
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1).join().split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${response.status} ${await response.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('The identity provider never leads back')
}

const answerIn = ({ pathname, searchParams }: URL): SsoAnswer => ({
  code: '',
  state: '',
  ...Object.fromEntries(searchParams),
  organizationId: pathname.split('/').at(-1) ?? '',
})
