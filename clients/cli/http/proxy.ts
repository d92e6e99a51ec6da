import { isIPv4 } from 'node:net'
import { UsageError } from '#clients/cli/failures.ts'
import { isLoopback } from '#clients/cli/settings.ts'

/** The proxy for this address as Node.js takes it. Node.js ignores an invalid one silently, and its errors contain the password. */
export function proxyFor(target: URL, environment: NodeJS.ProcessEnv) {
  const given = givenProxy(target, environment)
  if (given === '' || !canUseProxy(process.versions.node)) return {}
  const url = parse(/^[a-z][\w+.-]*:\/\//i.test(given) ? given : `http://${given}`)
  if (!url)
    throw new UsageError(
      `${environment['https_proxy'] ? 'https_proxy' : 'HTTPS_PROXY'} must be an address such as http://proxy.example.com:8080. Encode special characters of its password, such as %23 for #.`,
    )
  return { HTTPS_PROXY: url.href }
}

function givenProxy(target: URL, { https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY }: NodeJS.ProcessEnv) {
  const isUsed = !isLoopback(target.hostname) && !isExempt(target, no_proxy || NO_PROXY || '')
  return isUsed ? (https_proxy || HTTPS_PROXY || '').trim() : ''
}

/** The end of a sentence about a failed request, if this version of Node.js ignored the proxy. */
export const proxyHint = (target: URL, environment: NodeJS.ProcessEnv, version: string) =>
  givenProxy(target, environment) === '' || canUseProxy(version)
    ? ''
    : `. Node.js ${version} does not use proxy settings (HTTPS_PROXY, https_proxy); 22.21+ and 24.5+ do`

/** Earlier versions of Node.js use no proxy. */
export function canUseProxy(version: string) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21)
}

/** The rules of Node.js. */
export function isExempt({ hostname, port }: URL, list: string) {
  const host = hostname.replace(/^\[|\]$/g, '')
  return list
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .some(
      (entry) =>
        ['*', host, `${host}:${port || 443}`, `.${host}`].includes(entry) ||
        (/^\*?\./.test(entry) && host.endsWith(entry.replace(/^\*/, ''))) ||
        isInRange(host, entry.split('-')),
    )
}

function isInRange(host: string, [first = '', last = '']: string[]) {
  const addresses = [first.trim(), host, last.trim()]
  if (!addresses.every(isIPv4)) return false
  const [from = 0, address = 0, to = 0] = addresses.map(numberOf)
  return from <= address && address <= to
}

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

function parse(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || /@/.test(url.pathname + url.search + url.hash)) return undefined
  return canDecode(url.username) && canDecode(url.password) ? url : undefined
}

function canDecode(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
