import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ONLY_FOR_PROGRAMS, publications } from '#contract/releases/publications.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { forbidden } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cancelSchedule, deleteDraft, publishVersion } from './actions.ts'

export const publicationRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...publications.publish,
      handler: (request) =>
        publishVersion(platform, actorOf(request), userOf(request), { ...request.params, ...request.body }),
    })

    app.route({
      ...publications.release,
      handler: async (request) => {
        const publisher = userOf(request)
        if (!publisher.apiToken) throw forbidden(ONLY_FOR_PROGRAMS)
        return publishVersion(platform, actorOf(request), publisher, { ...request.params, ...request.body })
      },
    })

    app.route({
      ...publications.cancel,
      handler: (request) => cancelSchedule(platform, actorOf(request), request.params.id),
    })

    app.route({
      ...publications.remove,
      handler: (request) => deleteDraft(platform, actorOf(request), request.params.id),
    })
  }
