import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SSO_MINUTES, sso } from '#contract/identity/sso.ts'
import { createSsoCookie } from '#server/identity/session/cookie.ts'
import { createVisits } from '#server/identity/session/visits.ts'
import { administratorOf } from '#server/identity/team/routes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeRule, readSso, removeConnection, saveConnection } from './connection.ts'
import { addDomain, removeDomain, verifyDomain } from './domains.ts'
import { signInBySso, startSso } from './sign-in.ts'

export const ssoRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { visitOf, welcome } = createVisits(platform.config)
    const cookie = createSsoCookie(platform.config)

    app.route({ ...sso.read, handler: (request) => readSso(platform, administratorOf(request)) })

    app.route({
      ...sso.save,
      handler: (request) => saveConnection(platform, administratorOf(request), request.body),
    })

    app.route({
      ...sso.changeRule,
      handler: (request) => changeRule(platform, administratorOf(request), request.body.isRequired),
    })

    app.route({
      ...sso.remove,
      handler: async (request) => {
        await removeConnection(platform, administratorOf(request))
        return { message: 'Single sign-on removed' }
      },
    })

    app.route({
      ...sso.addDomain,
      handler: async (request, reply) =>
        reply.code(201).send(await addDomain(platform, administratorOf(request), request.body.domain)),
    })

    app.route({
      ...sso.verifyDomain,
      handler: (request) => verifyDomain(platform, administratorOf(request), request.params.id),
    })

    app.route({
      ...sso.removeDomain,
      handler: async (request) => {
        await removeDomain(platform, administratorOf(request), request.params.id)
        return { message: 'Domain removed' }
      },
    })

    app.route({
      ...sso.start,
      handler: async (request, reply) => {
        const { url, token } = await startSso(platform, visitOf(request), request.body)
        cookie.write(reply, token, SSO_MINUTES * 60)
        return { url }
      },
    })

    app.route({
      ...sso.signIn,
      handler: async (request, reply) => {
        const token = cookie.read(request) ?? ''
        const { session, next } = await signInBySso(platform, visitOf(request), token, request.body)
        cookie.clear(reply)
        return { user: { ...welcome(reply, session), isSso: true }, next }
      },
    })
  }
