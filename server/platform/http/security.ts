import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { bearerOf } from './access.ts'
import { HttpError, forbidden, badRequest } from './errors.ts'

type Options = { publicUrl: string; scriptHashes: string[]; styleHashes: string[]; uploadOrigins: string[] }

/** Sets the security headers, built once. */
export function secureHeaders(app: FastifyInstance, options: Options) {
  const common = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The old XSS filter of browsers does more harm than good.
    'x-xss-protection': '0',
    // Only with HTTPS, where the proxy can keep the promise.
    ...(options.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
  const ofPages = { ...common, 'content-security-policy': pagePolicy(options) }
  /** API answers are private and never rendered as a page. */
  const ofCalls = {
    ...common,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isCall(request) ? ofCalls : ofPages)
    done()
  })
}

/** Checks the route as well: '/%61pi/user' and 'http://host/api/user' lead to the same one as '/api/user'. */
export const isCall = ({ url, route }: FastifyRequest) => isCallPath(url) || isCallPath(route.url ?? url)

export const isCallPath = (url: string) => url.startsWith('/api/') || url.startsWith('/updates/')

/** The hashes are those of the page's inline scripts and styles. */
const pagePolicy = ({ scriptHashes, styleHashes, uploadOrigins }: Options) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...uploadOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')

type Settings = Pick<Config, 'publicUrl' | 'demo'>

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site makes a browser send. Browsers send an origin with every write; a caller without one is no browser and
 * has no user's cookie. No site can make a browser send an API token, beside which cookies are ignored.
 */
export function refuseForeignOrigins(app: FastifyInstance, settings: Settings) {
  const isOwnOrigin = createOriginCheck(settings)
  app.addHook('onRequest', (request, _reply, done) => {
    done(SAFE.has(request.method) ? undefined : refusalOf(request, isOwnOrigin))
  })
}

function refusalOf(request: FastifyRequest, isOwnOrigin: ReturnType<typeof createOriginCheck>) {
  const { origin, 'sec-fetch-site': site, 'content-encoding': encoding } = request.headers
  const isFromBrowser = bearerOf(request) === undefined
  if (isFromBrowser && origin !== undefined && !isOwnOrigin(origin, request)) return forbidden(FOREIGN)
  if (isFromBrowser && site !== undefined && site !== 'same-origin' && site !== 'none') return forbidden(FOREIGN)
  // A small compressed body could fill the memory.
  if (encoding) return new HttpError(415, 'Compressed request bodies are not accepted')
  return undefined
}

const FOREIGN = 'This request comes from another site'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (hostname: string) => LOOPBACK.has(hostname)

/** Probes use any address of a process, and security contacts are the same under every name. */
const ANY_HOST = /^\/(health|\.well-known)\//

/** Refuses hosts other than PUBLIC_URL's, against DNS rebinding and shared caches. A demo also accepts loopback names and ports. */
export function refuseForeignHosts(app: FastifyInstance, settings: Settings) {
  const isOwn = createHostCheck(settings)
  app.addHook('onRequest', ({ url, host, raw }, _reply, done) => {
    if (ANY_HOST.test(url)) done()
    else if (countHosts(raw.rawHeaders) !== 1) done(badRequest('A request names one host.'))
    else if (isOwn(host) && isOwn(hostInTarget(url) ?? host)) done()
    else done(new HttpError(421, 'This server does not answer for this host.'))
  })
}

/** A request target may be an absolute URL (RFC 9112), whose host then overrides the header. */
const hostInTarget = (target: string) => /^[a-z]+:\/\/([^/?#]*)/i.exec(target)?.[1]

/** Returns whether an Origin is the portal's own, for a request whose host was checked. */
function createOriginCheck({ publicUrl, ...settings }: Settings) {
  const allowsLoopback = doesAllowLoopback({ publicUrl, ...settings })
  return (origin: string, { protocol, host }: FastifyRequest) =>
    origin === publicUrl || (allowsLoopback && origin === `${protocol}://${host}`)
}

/** A name or an address with an optional port, without user, path or query. */
const HOST = /^[\w.:[\]-]{1,300}$/

function createHostCheck(settings: Settings) {
  const { protocol, host: ownHost } = new URL(settings.publicUrl)
  const allowsLoopback = doesAllowLoopback(settings)
  return (given: string) => {
    if (given === ownHost) return true
    const url = HOST.test(given) ? URL.parse(`${protocol}//${given}`) : null
    return url?.host === ownHost || (allowsLoopback && url !== null && isLoopback(url.hostname))
  }
}

const doesAllowLoopback = ({ publicUrl, demo }: Settings) => demo || isLoopback(new URL(publicUrl).hostname)

/** Names and values alternate. Node.js keeps only the first of several. */
function countHosts(headers: string[]) {
  let count = 0
  for (let place = 0; place < headers.length; place += 2) {
    const name = headers[place]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
