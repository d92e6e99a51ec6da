import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { HttpError, forbidden, badRequest } from './errors.ts'

type Options = { publicUrl: string; scriptHashes: string[]; styleHashes: string[]; uploadOrigins: string[] }

/** The headers every answer carries, put together once: a device waits for nothing that never changes. */
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
    // Old browsers' own filter does more harm than good.
    'x-xss-protection': '0',
    // Only a promise the proxy can keep: never on plain http.
    ...(options.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
  const ofPages = { ...common, 'content-security-policy': pagePolicy(options) }
  /** Answers of the API are for their caller alone, and never a page. */
  const ofCalls = {
    ...common,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    // By its route: '/%61pi/user' and 'http://host/api/user' lead to the same one as '/api/user'.
    reply.headers(isCall(routeOptions.url ?? url) || isCall(url) ? ofCalls : ofPages)
    done()
  })
}

/** What programs call, not people. */
export const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/updates/')

/** The hashes are those of the page's own inline scripts and styles. */
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

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send. A browser names the origin of every request that changes something;
 * a caller that names none is no browser and carries nobody's cookie by accident.
 */
export function refuseForeignOrigins(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'demo'>) {
  const isOwnOrigin = createOriginCheck(config)
  app.addHook('onRequest', (request, _reply, done) => {
    done(SAFE.has(request.method) ? undefined : refusalOf(request, isOwnOrigin))
  })
}

function refusalOf(request: FastifyRequest, isOwnOrigin: ReturnType<typeof createOriginCheck>) {
  const { origin, 'sec-fetch-site': site, 'content-encoding': encoding } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request)) return forbidden(FOREIGN)
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return forbidden(FOREIGN)
  // Unpacking a small body into a huge one is a way to fill the memory.
  if (encoding) return new HttpError(415, 'Compressed request bodies are not accepted')
  return undefined
}

const FOREIGN = 'This request comes from another site'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (hostname: string) => LOOPBACK.has(hostname)

type Settings = Pick<Config, 'publicUrl' | 'demo'>

/** Probes ask a process by whatever address it has, and security contacts are the same under every name. */
const ANY_HOST = /^\/(health|\.well-known)\//

/**
 * Refuses requests for another host than PUBLIC_URL's: a name that an attacker points at this server, or a cache that keeps
 * one host's answers for another's. A demo, which runs on the own machine, also answers to every loopback name and port.
 */
export function refuseForeignHosts(app: FastifyInstance, settings: Settings) {
  const isOwn = createHostCheck(settings)
  app.addHook('onRequest', ({ url, host, raw }, _reply, done) => {
    if (ANY_HOST.test(url)) done()
    else if (countHosts(raw.rawHeaders) !== 1) done(badRequest('A request names one host.'))
    else if (isOwn(host) && isOwn(hostInTarget(url) ?? host)) done()
    else done(new HttpError(421, 'This server does not answer for this host.'))
  })
}

/** Instead of a path a request may name a whole address (RFC 9112), whose host then counts more than the header's. */
const hostInTarget = (target: string) => /^[a-z]+:\/\/([^/?#]*)/i.exec(target)?.[1]

/** Whether an Origin is the page's own, for a request whose host has been checked. */
export function createOriginCheck({ publicUrl, ...settings }: Settings) {
  const allowsLoopback = doesAllowLoopback({ publicUrl, ...settings })
  return (origin: string, { protocol, host }: FastifyRequest) =>
    origin === publicUrl || (allowsLoopback && origin === `${protocol}://${host}`)
}

/** A name or an address, and maybe a port: nothing that a URL takes for a user, a path or a query. */
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

/** Names and values alternate. Node keeps only the first of several. */
function countHosts(headers: string[]) {
  let count = 0
  for (let place = 0; place < headers.length; place += 2) {
    const name = headers[place]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
