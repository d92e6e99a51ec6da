import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { cannedReplies } from '#contract/support/canned-replies.ts'
import { categories } from '#contract/support/categories.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeReply, createReply, removeReply } from './canned-replies.ts'
import { findReplies } from './canned-reply-queries.ts'
import { changeCategory, createCategory, listCategories, removeCategory } from './categories.ts'
import { readReport } from './report-queries.ts'
import { createReports, exportReports } from './reports/reports.ts'
import { listTargets, setTargets } from './targets.ts'

export const supportDeskRoutes =
  ({ db, reports }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const readReports = createReports(reports)

    app.route({ ...categories.list, handler: (request) => listCategories(db, userOf(request)) })

    app.route({
      ...categories.create,
      handler: async (request, reply) => reply.code(201).send(await createCategory(db, actorOf(request), request.body)),
    })

    app.route({
      ...categories.change,
      handler: (request) => changeCategory(db, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...categories.remove,
      handler: async (request) => {
        await removeCategory(db, actorOf(request), request.params.id)
        return { message: 'Category deleted' }
      },
    })

    app.route({ ...cannedReplies.list, handler: () => findReplies(db) })

    app.route({
      ...cannedReplies.create,
      handler: async (request, reply) => reply.code(201).send(await createReply(db, actorOf(request), request.body)),
    })

    app.route({
      ...cannedReplies.change,
      handler: (request) => {
        const target = { id: request.params.id, versions: basedOn(request.headers) }
        return changeReply(db, actorOf(request), target, request.body)
      },
    })

    app.route({
      ...cannedReplies.remove,
      handler: async (request) => {
        await removeReply(db, actorOf(request), request.params.id)
        return { message: 'Reply deleted' }
      },
    })

    app.route({ ...supportDesk.targets, handler: () => listTargets(db) })

    app.route({
      ...supportDesk.setTargets,
      handler: (request) => setTargets(db, actorOf(request), request.body.targets),
    })

    app.route({ ...supportDesk.report, handler: shareReading(() => readReport(reports)) })

    app.route({
      ...supportDesk.reports,
      handler: (request) => readReports(userOf(request), request.query),
    })

    app.route({
      ...supportDesk.exportReports,
      handler: async (request, reply) => {
        const { table, ...range } = request.query
        const content = await exportReports(readReports, userOf(request), table, range)
        return sendCsv(reply, { fileName: `support-${table}-${range.from}-${range.to}.csv`, ...content })
      },
    })
  }
