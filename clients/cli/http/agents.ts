import http from 'node:http'
import https from 'node:https'
import { UsageError } from '#clients/cli/failures.ts'
import { isLoopback } from '#clients/cli/settings.ts'

const agents = new Map<string, http.Agent>()

/** Keeps connections for the next request. Uses the proxy of the environment from Node.js 22.21 and 24.5 on, but none to this computer. */
export function agentFor({ origin, protocol, hostname }: URL) {
  const known = agents.get(origin)
  if (known) return known
  const proxyEnv = isLoopback(hostname) ? {} : proxyIn(process.env)
  const agent =
    protocol === 'https:'
      ? new https.Agent({ ...https.globalAgent.options, proxyEnv })
      : new http.Agent({ keepAlive: true, timeout: 5000, proxyEnv })
  agents.set(origin, agent)
  return agent
}

/** Node.js ignores other proxies silently, and its errors contain the password. */
function proxyIn({ https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY }: NodeJS.ProcessEnv) {
  const given = (https_proxy || HTTPS_PROXY || '').trim()
  if (given === '') return {}
  const url = parse(/^[a-z][\w+.-]*:\/\//i.test(given) ? given : `http://${given}`)
  if (!url)
    throw new UsageError(
      `${https_proxy ? 'https_proxy' : 'HTTPS_PROXY'} must be an address such as http://proxy.example.com:8080. Encode special characters of its password, such as %23 for #.`,
    )
  return { HTTPS_PROXY: url.href, NO_PROXY: no_proxy || NO_PROXY }
}

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
