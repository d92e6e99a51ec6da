import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { personalData } from '#contract/identity/personal-data.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { sendJsonFile } from '#server/platform/http/answers/json-file.ts'
import type { Platform } from '#server/platform/platform.ts'
import { eraseUser } from './erasure.ts'
import { exportPersonalData } from './export.ts'

export const personalDataRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...personalData.readOwn,
      handler: async (request, reply) =>
        sendJsonFile(reply, await exportPersonalData(platform, actorOf(request), userOf(request).id)),
    })

    app.route({
      ...personalData.read,
      handler: async (request, reply) =>
        sendJsonFile(reply, await exportPersonalData(platform, actorOf(request), request.params.id)),
    })

    app.route({
      ...personalData.erase,
      handler: (request) => eraseUser(platform, actorOf(request), { ...request.params, ...request.body }),
    })
  }
