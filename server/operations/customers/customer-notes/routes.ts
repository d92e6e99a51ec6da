import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { customerNotes } from '#contract/operations/customer-notes.ts'
import { requireCustomer } from '#server/operations/customers/actions.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import { pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeNote, createNote, removeNote } from './actions.ts'
import { countNotes, findNotes } from './queries.ts'

const by = (request: FastifyRequest) => ({ actor: actorOf(request), user: userOf(request) })

const targetOf = ({ id, noteId }: { id: string; noteId: string }) => ({ organizationId: id, noteId })

export const customerNoteRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...customerNotes.list,
      handler: async (request, reply) => {
        const { id } = request.params
        await requireCustomer(db, id)
        const page = await pageFrom(findNotes(db, id, request.query), countNotes(db, id))
        return sendPage(request, reply, page)
      },
    })

    app.route({
      ...customerNotes.create,
      handler: async (request, reply) =>
        reply.code(201).send(await createNote(db, by(request), request.params.id, request.body.text)),
    })

    app.route({
      ...customerNotes.change,
      handler: (request) => {
        const change = { ...request.body, versions: basedOn(request.headers) }
        return changeNote(db, by(request), targetOf(request.params), change)
      },
    })

    app.route({
      ...customerNotes.remove,
      handler: async (request) => {
        await removeNote(db, by(request), targetOf(request.params))
        return { message: 'Note deleted' }
      },
    })
  }
