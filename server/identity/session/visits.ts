import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contract/identity/session.ts'
import { strangerOf, type Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import { createBrowserCookie, createSessionCookie } from './cookie.ts'
import { BROWSER_DAYS } from './guessing/queries.ts'
import { userAgentOf } from './sessions.ts'

export type Visit = {
  actor: Actor
  userAgent: string | null
  replaces: string | undefined
  browser: string | undefined
}

export type OpenedSession = { user: User; token: string; hours: number; browser: string }

export function createVisits(config: Pick<Config, 'publicUrl'>) {
  const session = createSessionCookie(config)
  const browser = createBrowserCookie(config)
  const rememberBrowser = (reply: FastifyReply, token: string | undefined) => {
    if (token) browser.write(reply, token, BROWSER_DAYS * 86_400)
  }
  return {
    visitOf: (request: FastifyRequest): Visit => ({
      actor: strangerOf(request, 'anonymous'),
      userAgent: userAgentOf(request),
      replaces: session.read(request),
      browser: browser.read(request),
    }),
    rememberBrowser,
    welcome: (reply: FastifyReply, { user, token, hours, browser: known }: OpenedSession) => {
      session.write(reply, token, hours * 3600)
      rememberBrowser(reply, known)
      return user
    },
  }
}
