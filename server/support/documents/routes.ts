import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { TOTAL_HEADER } from '#contract/endpoint.ts'
import { documents } from '#contract/support/documents.ts'
import type { Database } from '#server/database/database.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import { pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeDocument, createDocument, readDocument, removeDocument } from './actions.ts'
import { giveFeedback, readComments, readFeedback } from './feedback.ts'
import { countDocuments, selectDocuments, type Reader } from './queries.ts'
import { searchWithExcerpts, suggestDocuments, type Search } from './search-queries.ts'

export const documentRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...documents.list,
      handler: async (request, reply) => {
        const { query } = request
        const reader = userOf(request)
        if (query.search) return sendFound(db, reader, reply, { ...query, search: query.search })
        const page = await pageFrom(selectDocuments(db, reader, query), countDocuments(db, reader, query))
        return sendPage(request, reply, page)
      },
    })

    app.route({ ...documents.suggest, handler: (request) => suggestDocuments(db, request.query.question) })

    app.route({ ...documents.one, handler: (request) => readDocument(db, userOf(request), request.params.id) })

    app.route({ ...documents.feedback, handler: (request) => readFeedback(db, userOf(request), request.params.id) })

    app.route({
      ...documents.giveFeedback,
      handler: (request) => {
        const by = { actor: actorOf(request), reader: userOf(request) }
        return giveFeedback(db, by, request.params.id, request.body)
      },
    })

    app.route({ ...documents.comments, handler: (request) => readComments(db, userOf(request), request.params.id) })

    app.route({
      ...documents.create,
      handler: async (request, reply) => reply.code(201).send(await createDocument(db, actorOf(request), request.body)),
    })

    app.route({
      ...documents.change,
      handler: (request) => {
        const target = { id: request.params.id, versions: basedOn(request.headers) }
        return changeDocument(db, actorOf(request), target, request.body)
      },
    })

    app.route({
      ...documents.remove,
      handler: (request) => removeDocument(db, actorOf(request), request.params.id),
    })
  }

async function sendFound(db: Database, reader: Reader, reply: FastifyReply, search: Search) {
  const [rows, total] = await Promise.all([searchWithExcerpts(db, reader, search), countDocuments(db, reader, search)])
  reply.header(TOTAL_HEADER, total)
  return rows
}
