import http from 'node:http'
import https from 'node:https'
import { proxyFor } from './proxy.ts'

const agents = new Map<string, http.Agent>()

/** Keeps connections for the next request. Uses the proxy of the environment from Node.js 22.21 and 24.5 on, but none to this computer. */
export function agentFor(url: URL) {
  const { origin, protocol } = url
  const known = agents.get(origin)
  if (known) return known
  const proxyEnv = proxyFor(url, process.env)
  const agent =
    protocol === 'https:'
      ? new https.Agent({ ...https.globalAgent.options, proxyEnv })
      : new http.Agent({ keepAlive: true, timeout: 5000, proxyEnv })
  agents.set(origin, agent)
  return agent
}
