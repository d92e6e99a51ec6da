import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { isLoopback } from '#server/platform/http/security.ts'

type Settings = Pick<Config, 'publicUrl'>

export const createSessionCookie = (settings: Settings) => createCookie(settings, 'session')

/** Between the two steps of signing in. */
export const createChallengeCookie = (settings: Settings) => createCookie(settings, 'login-challenge')

/** From the sign-in page to an identity provider and back. */
export const createSsoCookie = (settings: Settings) => createCookie(settings, 'sso')

/** Recognizes a browser after a sign-in. Gives no access. */
export const createBrowserCookie = (settings: Settings) => createCookie(settings, 'browser')

/**
 * Browsers accept `__Host-` cookies on localhost without HTTPS. Only a portal published on plain HTTP, according to PUBLIC_URL, has no
 * prefix.
 */
function createCookie({ publicUrl }: Settings, plainName: string) {
  const { protocol, hostname } = new URL(publicUrl)
  const secure = protocol === 'https:' || isLoopback(hostname)
  const name = secure ? `__Host-${plainName}` : plainName
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    write: (reply: FastifyReply, token: string, seconds: number) =>
      reply.setCookie(name, token, { ...attributes, maxAge: seconds }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
