import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { HttpError, badRequest } from './errors.ts'

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
