import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { documents } from '#contract/documents.ts'
import { userOf } from '#server/platform/access.ts'
import { sendPage } from '#server/platform/lists.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countDocuments, selectDocuments } from './queries.ts'

export const documentRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...documents.list,
      handler: async (request, reply) => {
        const reader = userOf(request)
        const [rows, total] = await Promise.all([
          selectDocuments(db, reader, request.query),
          countDocuments(db, reader, request.query),
        ])
        return sendPage(request, reply, { rows, total })
      },
    })
  }
