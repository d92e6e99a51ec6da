import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { RESET_REQUESTED, session } from '#contract/session.ts'
import { strangerOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { signIn, signOut, startSession, type Visit } from './actions.ts'
import { createSessionCookie } from './cookie.ts'
import { confirmAddress, requestPasswordReset, resetPassword } from './recovery.ts'
import { register } from './registration.ts'

export const sessionRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = createSessionCookie(platform.config)

    const visitOf = (request: FastifyRequest): Visit => ({
      actor: strangerOf(request, 'anonymous'),
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
      replaces: cookie.read(request),
    })
    const forget = (reply: FastifyReply) => cookie.clear(reply).header('clear-site-data', '"cache", "storage"')

    app.route({ ...session.currentUser, handler: userOf })

    app.route({
      ...session.login,
      handler: async (request, reply) => {
        const { user, token, hours } = await signIn(platform, visitOf(request), request.body)
        cookie.write(reply, token, hours)
        return user
      },
    })

    app.route({
      ...session.logout,
      handler: async (request, reply) => {
        await signOut(platform, strangerOf(request, 'anonymous'), cookie.read(request))
        forget(reply)
        return { message: 'Signed out' }
      },
    })

    app.route({
      ...session.register,
      handler: async (request, reply) => {
        const visit = visitOf(request)
        const user = await register(platform, visit, request.body)
        if (user.status === 'active') {
          const { token, hours } = await startSession(platform, visit, user)
          cookie.write(reply, token, hours)
        }
        return reply.code(201).send(user)
      },
    })

    app.route({
      ...session.requestPasswordReset,
      handler: async (request) => {
        await requestPasswordReset(platform, strangerOf(request, 'anonymous'), request.body.email)
        return { message: RESET_REQUESTED }
      },
    })

    app.route({
      ...session.resetPassword,
      handler: async (request) => {
        await resetPassword(platform, strangerOf(request, 'anonymous'), request.body)
        return { message: 'Your password has been changed. Please sign in.' }
      },
    })

    app.route({
      ...session.verifyEmail,
      handler: async (request) => {
        await confirmAddress(platform, strangerOf(request, 'anonymous'), request.body.token)
        return { message: 'Your email address is confirmed.' }
      },
    })
  }
