import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The session cookie. Browsers treat the own machine as secure, so `__Host-` holds there without https too;
 * only a portal published on plain http, which PUBLIC_URL must say, goes without.
 */
export function createSessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const { protocol, hostname } = new URL(publicUrl)
  const secure = protocol === 'https:' || LOOPBACK.has(hostname)
  const name = secure ? '__Host-session' : 'session'
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    write: (reply: FastifyReply, token: string, hours: number) =>
      reply.setCookie(name, token, { ...attributes, maxAge: hours * 3600 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
