import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { diagnosis } from '#contract/licensing/diagnosis.ts'
import { createFactsReader } from '#server/licensing/devices/decision/queries.ts'
import { staffScopeOf, userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { diagnose } from './actions.ts'

export const diagnosisRoutes =
  ({ db, pool }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const sources = { db, factsByKey: createFactsReader(pool, 'key') }

    app.route({
      ...diagnosis.diagnose,
      handler: (request) => {
        const target = { scope: staffScopeOf(userOf(request)), id: request.params.id }
        return diagnose(sources, target, request.body.deviceFingerprint)
      },
    })
  }
