import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { businessHours } from '#contract/support/business-hours.ts'
import { actorOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { setHours } from './business-hours.ts'
import { selectHours } from './queries.ts'

export const businessHoursRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...businessHours.read, handler: () => selectHours(db) })

    app.route({
      ...businessHours.set,
      handler: (request) => setHours(db, actorOf(request), request.body),
    })
  }
