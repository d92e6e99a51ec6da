import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { approveRequest, declineRequest, readRequest, requestLicenses, requestReduction } from './actions.ts'
import { findRequestsForAdmin, findRequests } from './queries.ts'

export const licenseRequestRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({
      ...licenseRequests.create,
      handler: async (request, reply) =>
        reply.code(201).send(await requestLicenses(platform, actorOf(request), userOf(request), request.body)),
    })

    app.route({
      ...licenseRequests.createReduction,
      handler: async (request, reply) =>
        reply.code(201).send(await requestReduction(platform, actorOf(request), userOf(request), request.body)),
    })

    app.route({
      ...licenseRequests.list,
      handler: async (request, reply) =>
        sendPage(request, reply, await findRequests(db, userOf(request), request.query)),
    })

    app.route({
      ...licenseRequests.listAll,
      handler: async (request, reply) => sendPage(request, reply, await findRequestsForAdmin(db, request.query)),
    })

    app.route({
      ...licenseRequests.read,
      handler: (request) => readRequest(db, request.params.id),
    })

    app.route({
      ...licenseRequests.approve,
      handler: (request) => approveRequest(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...licenseRequests.decline,
      handler: (request) => declineRequest(platform, actorOf(request), request.params.id, request.body),
    })
  }
