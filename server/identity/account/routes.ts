import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { account } from '#contract/identity/account.ts'
import { mfa } from '#contract/identity/mfa.ts'
import { createSessionCookie } from '#server/identity/session/cookie.ts'
import { createVisits } from '#server/identity/session/visits.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeProfile, readAccount, setNotification } from './actions.ts'
import { askForEmailChange, keepEmail, mailFirstVerification, mailVerification } from './email-change.ts'
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts'
import { changePassword } from './password-change.ts'
import { disable, enable, renew, setUp } from './second-factor.ts'

export const accountRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = createSessionCookie(platform.config)
    const { visitOf, rememberBrowser } = createVisits(platform.config)

    app.route({ ...account.read, handler: (request) => readAccount(platform, userOf(request)) })

    app.route({
      ...account.changeProfile,
      handler: (request) => changeProfile(platform, actorOf(request), userOf(request), request.body),
    })

    app.route({
      ...account.changeEmail,
      handler: async (request) => {
        await askForEmailChange(platform, actorOf(request), userOf(request), request.body)
        return { message: 'A link is on its way to the new address.' }
      },
    })

    app.route({
      ...account.keepEmail,
      handler: async (request) => {
        await keepEmail(platform, actorOf(request), userOf(request))
        return { message: 'Your email address was not changed.' }
      },
    })

    app.route({
      ...account.mailVerification,
      handler: async (request) => {
        await mailVerification(platform, actorOf(request), userOf(request))
        return { message: 'A link is on its way to your address.' }
      },
    })

    app.route({
      ...account.mailFirstVerification,
      handler: async (request) => {
        await mailFirstVerification(platform, visitOf(request), request.body)
        return { message: 'A link is on its way to your address.' }
      },
    })

    app.route({
      ...account.changePassword,
      handler: async (request, reply) => {
        const visit = { ...visitOf(request), actor: actorOf(request) }
        const { token, hours, browser } = await changePassword(platform, visit, userOf(request), request.body)
        cookie.write(reply, token, hours * 3600)
        rememberBrowser(reply, browser)
        return { message: 'Your password has been changed.' }
      },
    })

    app.route({ ...account.sessions, handler: (request) => listSessions(platform, userOf(request)) })

    app.route({
      ...account.endSession,
      handler: async (request) => {
        await endSession(platform, actorOf(request), userOf(request), request.params.id)
        return { message: 'Session signed out' }
      },
    })

    app.route({
      ...account.endOtherSessions,
      handler: async (request, reply) => {
        const visit = { ...visitOf(request), actor: actorOf(request) }
        const browser = await endOtherSessions(platform, visit, userOf(request))
        rememberBrowser(reply, browser)
        return { message: 'All other sessions signed out' }
      },
    })

    app.route({
      ...account.setNotification,
      handler: (request) => setNotification(platform, actorOf(request), userOf(request), request.body),
    })

    await app.register(secondFactorRoutes(platform))
  }

const secondFactorRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { visitOf, rememberBrowser } = createVisits(platform.config)

    app.route({
      ...mfa.setUp,
      handler: (request) => setUp(platform, actorOf(request), userOf(request), request.body.password),
    })

    app.route({
      ...mfa.enable,
      handler: async (request, reply) => {
        const visit = { ...visitOf(request), actor: actorOf(request) }
        const { backupCodes, browser } = await enable(platform, visit, userOf(request), request.body)
        rememberBrowser(reply, browser)
        return { backupCodes }
      },
    })

    app.route({
      ...mfa.disable,
      handler: (request) => disable(platform, actorOf(request), userOf(request), request.body),
    })

    app.route({
      ...mfa.renewBackupCodes,
      handler: (request) => renew(platform, actorOf(request), userOf(request), request.body),
    })
  }
