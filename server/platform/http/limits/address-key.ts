import ipaddr from 'ipaddr.js'

/** Groups of an IPv6 address that name the network: a provider gives each customer a /64 at least. */
const NETWORK_GROUPS = 4

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * What a budget counts a client address by: an IPv4 address, also one that is mapped into IPv6, or the /64 of an IPv6 address, whose
 * 2^64 addresses belong to one customer. Some proxies name the port as well, which is another for each connection. Other text counts as
 * it is.
 */
export function addressKey(given: string) {
  const [, bracketed, dotted] = WITH_PORT.exec(given) ?? []
  const ip = bracketed ?? dotted ?? given
  if (!ip.includes(':') || !ipaddr.IPv6.isValid(ip)) return ip
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const network = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
