import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signUps } from '#contract/operations/sign-ups.ts'
import { actorOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { approveSignUp, approveTrial, readSignUp } from './actions.ts'

export const signUpRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...signUps.read, handler: (request) => readSignUp(platform.db, request.params.id) })

    app.route({
      ...signUps.approve,
      handler: (request) => approveSignUp(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...signUps.approveTrial,
      handler: (request) => approveTrial(platform, actorOf(request), request.params.id, request.body),
    })
  }
