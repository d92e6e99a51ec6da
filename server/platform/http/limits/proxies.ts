import { compile } from '@fastify/proxy-addr'

/** Addresses remembered. */
const MOST = 1000

/** For Fastify's `trustProxy`. Remembers answers, because each request asks several times and parsing an address takes 2 µs. */
export function createProxyCheck(proxies: string[]) {
  const check = compile(proxies)
  const known = new Map<string, boolean>()
  return (address: string, hop: number) => {
    const earlier = known.get(address)
    if (earlier !== undefined) return earlier
    if (known.size >= MOST) known.clear()
    const isProxy = check(address, hop)
    known.set(address, isProxy)
    return isProxy
  }
}
