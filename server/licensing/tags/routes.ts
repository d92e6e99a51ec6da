import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { tags } from '#contract/licensing/tags.ts'
import { actorOf } from '#server/platform/actor.ts'
import { scopeOf, userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { tagLicenses } from './actions.ts'
import { findTags } from './queries.ts'

export const tagRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...tags.list,
      handler: (request) => findTags(db, scopeOf(userOf(request))),
    })

    app.route({
      ...tags.change,
      handler: (request) => tagLicenses(db, actorOf(request), scopeOf(userOf(request)), request.body),
    })
  }
