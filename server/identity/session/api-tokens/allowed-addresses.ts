import ipaddr from 'ipaddr.js'
import { NO_ADDRESS } from '#contract/identity/api-tokens.ts'
import { badRequest } from '#server/platform/http/errors.ts'

const WITH_PREFIX = /^([^/]+)(?:\/(\d{1,3}))?$/

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number]

function parseNetwork(text: string): Network | undefined {
  const [, address = '', prefix] = WITH_PREFIX.exec(text) ?? []
  const parsed = parseAddress(address)
  if (!parsed) return undefined
  const most = parsed.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? most : Number(prefix)
  return length <= most ? [parsed, length] : undefined
}

/** Without the short, octal and scoped forms that programs read differently. */
function parseAddress(text: string) {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined
}

/** In one spelling, each once: '2001:DB8:0::/32' → '2001:db8::/32'. 400 for what is no address. */
export function readAddresses(given: string[]) {
  const spelled = given.map((text) => {
    const network = parseNetwork(text)
    if (!network) throw badRequest(NO_ADDRESS, { allowedAddresses: NO_ADDRESS })
    const [address, prefix] = network
    return text.includes('/') ? `${address.toString()}/${prefix}` : address.toString()
  })
  return [...new Set(spelled)]
}

/** `allowed` is empty, or contains the caller's address. */
export function isAllowedFrom(ip: string, allowed: string[]) {
  if (allowed.length === 0) return true
  const caller = parseAddress(ip)
  return caller !== undefined && allowed.some((text) => contains(parseNetwork(text), caller))
}

const contains = (network: Network | undefined, caller: Network[0]) =>
  network !== undefined && network[0].kind() === caller.kind() && caller.match(network[0], network[1])
