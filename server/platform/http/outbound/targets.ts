import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { NOT_PUBLIC, NO_HTTPS } from '#contract/errors.ts'
import type { Config } from '#server/platform/config.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { openResolver } from './name-servers.ts'

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type Reach = { isAnyAllowed: boolean; resolve?: Resolve }

export const reachOf = ({ config }: { config: Pick<Config, 'outboundToAny'> }): Reach => ({
  isAnyAllowed: config.outboundToAny,
})

/** Asks the name servers. With `lookup`, those of customers that do not answer would delay all others of the process. */
const ask: Resolve = (host, _options, done) =>
  void findAddresses(host).then(
    (addresses) => done(null, addresses),
    (error: Error) => done(error, []),
  )

/** Answers of a name server, unlike its silence or its refusal. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA']

async function findAddresses(host: string) {
  const resolver = openResolver()
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = asked.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  if (found.length > 0) return found
  const reasons = asked.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException) : null,
  )
  const failure = reasons.find((reason) => reason && !NO_SUCH_NAME.includes(reason.code ?? ''))
  throw failure ?? Object.assign(new Error('No address was found'), { code: 'ENOTFOUND' })
}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** False for private, loopback, link-local, metadata and reserved addresses, also inside IPv6. */
export function isPublic(address: string) {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

/** Checks the addresses that the connection then uses, so that a name cannot change its meaning in between. */
const publicOnly =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      const refusal = error ?? (addresses.every(({ address }) => isPublic(address)) ? null : new Error(NOT_PUBLIC))
      if (refusal || !first) return done(refusal ?? new Error(NOT_PUBLIC), '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })

/** `new URL` writes every form of an IPv4 address with four decimal parts. A literal is connected to without a lookup. */
const literalOf = ({ hostname }: URL) => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Returns the lookup for a request. Throws if the URL names an address that is not public. */
export function lookupFor(url: URL, { isAnyAllowed, resolve = ask }: Reach): LookupFunction | undefined {
  if (isAnyAllowed) return undefined
  const literal = literalOf(url)
  if (literal && !isPublic(literal)) throw new Error(NOT_PUBLIC)
  return publicOnly(resolve)
}

/** Milliseconds. */
const LOOKUP_LIMIT = 5000

type Field = { name: string; invalid: string }

/**
 * Returns the address, without a fragment, as a field's value. An unknown name is refused like a private one, so that names of the network are
 * not revealed.
 */
export async function readTarget(text: string, reach: Reach, { name, invalid }: Field) {
  const wrong = (message: string) => badRequest(message, { [name]: message })
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw wrong(invalid)
  if (url.protocol === 'http:' && !reach.isAnyAllowed) throw wrong(NO_HTTPS)
  url.hash = ''
  if (!reach.isAnyAllowed && !(await isReachable(url, reach))) throw wrong(NOT_PUBLIC)
  return url
}

async function isReachable(url: URL, { resolve = ask }: Reach) {
  const literal = literalOf(url)
  if (literal) return isPublic(literal)
  const { promise, resolve: answer } = Promise.withResolvers<boolean>()
  publicOnly(resolve)(url.hostname, {}, (error) => answer(error === null))
  return Promise.race([promise, delay(LOOKUP_LIMIT, false, { ref: false })])
}
