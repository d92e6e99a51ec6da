import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { packages } from '#contract/releases/packages.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addPackage } from './actions.ts'

export const packageRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...packages.add,
      config: { ...packages.add.config, readsFiles: true },
      handler: (request) =>
        addPackage(platform, actorOf(request), userOf(request), { ...request.params, ...request.body }),
    })
  }
