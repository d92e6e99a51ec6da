import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { assignments } from '#contract/licensing/assignments.ts'
import { ownerOf } from '#server/licensing/licenses/creation.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { assignDevices } from './actions.ts'

export const assignmentRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...assignments.create,
      handler: (request) => {
        const owner = ownerOf(userOf(request), request.body.organizationId)
        return assignDevices(db, actorOf(request), owner, request.body.devices)
      },
    })
  }
