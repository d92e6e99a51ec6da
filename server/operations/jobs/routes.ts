import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jobs } from '#contract/operations/jobs.ts'
import { actorOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readJobs, retryJob, runJob } from './actions.ts'
import { liveJobRoutes } from './live-routes.ts'

export const jobRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(liveJobRoutes(platform))

    app.route({ ...jobs.read, handler: () => readJobs(platform) })

    app.route({
      ...jobs.run,
      handler: async (request) => {
        await runJob(platform, actorOf(request), request.params.name)
        return { message: 'Job started' }
      },
    })

    app.route({
      ...jobs.retry,
      handler: async (request) => {
        await retryJob(platform, actorOf(request), request.params.id)
        return { message: 'Job is tried again' }
      },
    })
  }
