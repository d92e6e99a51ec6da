import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jobs } from '#contract/operations/jobs.ts'
import { createSessionReader } from '#server/identity/public.ts'
import { actorOf } from '#server/platform/actor.ts'
import { createPace } from '#server/platform/jobs/pace.ts'
import { JOBS } from '#server/platform/live/events.ts'
import { createLive } from '#server/platform/live/live.ts'
import { type Platform, onPool } from '#server/platform/platform.ts'
import { discardJob, readJobs, retryJob, runJob } from './actions.ts'
import { previewRetry, retryAll } from './in-bulk.ts'

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

    app.route({ ...jobs.previewRetry, handler: (request) => previewRetry(platform, request.query.name) })

    app.route({ ...jobs.retryAll, handler: (request) => retryAll(platform, actorOf(request), request.body) })

    app.route({
      ...jobs.retry,
      handler: async (request) => {
        await retryJob(platform, actorOf(request), request.params.id)
        return { message: 'Job is tried again' }
      },
    })

    app.route({
      ...jobs.discard,
      handler: async (request) => {
        await discardJob(platform, actorOf(request), request.params.id)
        return { message: 'Job discarded' }
      },
    })
  }

/** Milliseconds: pages get at most one event per second, however many processes work jobs. */
const PACE = { soon: 0, every: 1000 }

const liveJobRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const live = createLive(createSessionReader(onPool(platform, 'access')))
    app.addHook('preClose', live.stop)

    app.route({
      ...jobs.events,
      exposeHeadRoute: false,
      handler: async (request, reply) =>
        live.answer({
          request,
          reply,
          subscribe: (send) => {
            const pace = createPace(PACE, () => send('changed'))
            const unsubscribe = platform.events.subscribe(JOBS, pace.ask)
            return () => {
              unsubscribe()
              pace.stop()
            }
          },
        }),
    })
  }
