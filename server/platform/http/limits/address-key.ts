import ipaddr from 'ipaddr.js'

const NETWORK_GROUPS = 4

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * Normalizes an address for counting: IPv4 (also mapped into IPv6) or the /64 network of IPv6, because one customer has 2^64 addresses.
 * Removes the port that some proxies add. Other text stays.
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
