import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

type Settings = Pick<Config, 'publicUrl'>

export const createSessionCookie = (settings: Settings) => createCookie(settings, 'session')

/** Between the two steps of signing in. */
export const createChallengeCookie = (settings: Settings) => createCookie(settings, 'login-challenge')

/**
 * Browsers treat the own machine as secure, so `__Host-` holds there without https too; only a portal published on plain
 * http, which PUBLIC_URL must say, goes without.
 */
function createCookie({ publicUrl }: Settings, plainName: string) {
  const { protocol, hostname } = new URL(publicUrl)
  const secure = protocol === 'https:' || LOOPBACK.has(hostname)
  const name = secure ? `__Host-${plainName}` : plainName
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    write: (reply: FastifyReply, token: string, seconds: number) =>
      reply.setCookie(name, token, { ...attributes, maxAge: seconds }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
