import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { mfa } from '#contract/identity/mfa.ts'
import { RESET_REQUESTED, session } from '#contract/identity/session.ts'
import { stepUp } from '#contract/identity/step-up.ts'
import { actorOf, strangerOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { CHALLENGE_MINUTES, signIn, signOut } from './actions.ts'
import { createChallengeCookie, createSessionCookie } from './cookie.ts'
import { finishSignIn } from './mfa/second-step.ts'
import { requestPasswordReset, resetPassword } from './passwords/recovery.ts'
import { confirmAddress } from './registration/addresses.ts'
import { register } from './registration/registration.ts'
import { confirm } from './step-up.ts'
import { createVisits } from './visits.ts'

export const sessionRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = createSessionCookie(platform.config)

    const challengeCookie = createChallengeCookie(platform.config)

    const { visitOf, welcome, rememberBrowser } = createVisits(platform.config)
    const forget = (reply: FastifyReply) => cookie.clear(reply).header('clear-site-data', '"cache", "storage"')

    app.route({ ...session.currentUser, handler: userOf })

    app.route({
      ...session.login,
      handler: async (request, reply) => {
        const signedIn = await signIn(platform, visitOf(request), request.body)
        if ('user' in signedIn) return welcome(reply, signedIn)
        challengeCookie.write(reply, signedIn.challenge, CHALLENGE_MINUTES * 60)
        return { mfaRequired: true as const }
      },
    })

    app.route({
      ...mfa.signIn,
      handler: async (request, reply) => {
        const { code } = request.body
        const session = await finishSignIn(platform, visitOf(request), {
          challenge: challengeCookie.read(request),
          code,
        })
        challengeCookie.clear(reply)
        return welcome(reply, session)
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
      ...stepUp.confirm,
      handler: (request) => confirm(platform, actorOf(request), userOf(request), request.body),
    })

    app.route({
      ...session.register,
      handler: async (request, reply) => {
        const { user, session } = await register(platform, visitOf(request), request.body)
        if (session) welcome(reply, session)
        return reply.code(201).send(user)
      },
    })

    app.route({
      ...session.requestPasswordReset,
      handler: async (request) => {
        await requestPasswordReset(platform, visitOf(request), request.body)
        return { message: RESET_REQUESTED }
      },
    })

    app.route({
      ...session.resetPassword,
      handler: async (request, reply) => {
        const browser = await resetPassword(platform, visitOf(request), request.body)
        rememberBrowser(reply, browser)
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
