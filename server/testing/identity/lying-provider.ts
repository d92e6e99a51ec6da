import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { CLIENT } from './identity-provider.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export type Answers = {
  /** Of its description. */
  description?: object
  /** Of the ID token. */
  header?: object
  claims?: object
  nonce?: string | undefined
  /** Instead of tokens. */
  token?: { status: number; body: object; headers?: Record<string, string> }
  /** About the person, apart from the ID token. */
  person?: object
}

/** An identity provider on this machine that signs everyone in and answers what a test wants. */
export async function startLyingProvider(first: Answers = {}) {
  let answers = first
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const { status, body, headers } = answerTo(url, issuer, answers)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  const issuer = await listen(server)
  return { issuer, asked, answer: (next: Answers) => void (answers = next) }
}

/** Its answers begin and never end. Returns its address. */
export const startSilentProvider = () =>
  listen(
    createServer((_request, response) => {
      const writing = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(writing))
    }),
  )

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answerTo(url: string, issuer: string, { description, person, token, ...answers }: Answers) {
  if (url.startsWith('/.well-known/')) return sent({ ...describe(issuer), ...description })
  if (url === '/jwks') return sent({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256' }] })
  if (url === '/person') return sent({ sub: 'subject', ...person })
  return token ?? sent({ access_token: 'token', token_type: 'bearer', id_token: idToken(issuer, answers) })
}

const sent = (body: object) => ({ status: 200, body, headers: {} })

function idToken(issuer: string, { header, claims, nonce }: Pick<Answers, 'header' | 'claims' | 'nonce'>) {
  const now = Math.floor(Date.now() / 1000)
  const honest = { iss: issuer, sub: 'subject', aud: CLIENT.clientId, iat: now, exp: now + 60, nonce }
  return signed({ alg: 'RS256', kid: 'key', ...header }, { ...honest, ...claims })
}

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/person`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

function signed(header: { alg: string; kid: string }, claims: object) {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  if (header.alg === 'none') return `${text}.`
  const signature =
    header.alg === 'HS256'
      ? createHmac('sha256', CLIENT.clientSecret).update(text).digest()
      : sign('sha256', Buffer.from(text), privateKey)
  return `${text}.${signature.toString('base64url')}`
}
