import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { creation } from '#contract/licensing/creation.ts'
import { licenses, needsOrganizationAdmin } from '#contract/licensing/licenses.ts'
import { actorOf } from '#server/platform/actor.ts'
import { requireAccess, scopeOf, staffScopeOf, userOf } from '#server/platform/http/access.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import { sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeLicense, readLicense, removeLicense } from './actions.ts'
import { readActivity } from './activity/queries.ts'
import { changeMany } from './bulk.ts'
import { createBatch, createLicense, ownerOf } from './creation.ts'
import { readHistory } from './history/read-history.ts'
import { withKeyFor } from './license-key.ts'
import { exportColumns, exportLicenses } from './list/export.ts'
import { findPage } from './list/queries.ts'
import { readMoves } from './move-queries.ts'
import { moveLicense, resetMoves } from './moves.ts'
import { reportSilence } from './silence/queries.ts'
import { readUsage } from './usage/queries.ts'

export const licenseRoutes =
  ({ db, reports }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...licenses.list,
      handler: async (request, reply) => {
        const user = userOf(request)
        const { rows, total } = await findPage(db, scopeOf(user), request.query)
        return sendPage(request, reply, { rows: rows.map((row) => withKeyFor(user, row)), total })
      },
    })

    app.route({
      ...licenses.export,
      handler: async (request, reply) => {
        const scope = scopeOf(userOf(request))
        const rows = await exportLicenses({ db, reports }, actorOf(request), scope, request.query)
        return sendCsv(reply, { fileName: 'licenses.csv', columns: exportColumns(scope), rows })
      },
    })

    app.route({
      ...licenses.read,
      handler: async (request) => {
        const user = userOf(request)
        return withKeyFor(user, await readLicense(db, { scope: scopeOf(user), id: request.params.id }))
      },
    })

    app.route({
      ...licenses.history,
      handler: async (request, reply) => {
        const user = userOf(request)
        const target = { scope: scopeOf(user), id: request.params.id }
        return sendPage(request, reply, await readHistory(db, user, target, request.query))
      },
    })

    app.route({
      ...licenses.silent,
      handler: (request) => reportSilence(db, scopeOf(userOf(request))),
    })

    app.route({
      ...licenses.usage,
      handler: (request) => readUsage(db, scopeOf(userOf(request))),
    })

    app.route({
      ...licenses.activity,
      handler: async (request) =>
        readActivity(db, await readLicense(db, { scope: scopeOf(userOf(request)), id: request.params.id })),
    })

    app.route({
      ...licenses.moves,
      handler: async (request) => {
        const license = await readLicense(db, { scope: staffScopeOf(userOf(request)), id: request.params.id })
        return readMoves(db, license)
      },
    })

    app.route({
      ...licenses.move,
      handler: (request) => {
        const versions = basedOn(request.headers)
        return moveLicense(db, actorOf(request), { scope: scopeOf(userOf(request)), id: request.params.id, versions })
      },
    })

    app.route({
      ...licenses.resetMoves,
      handler: (request) => resetMoves(db, actorOf(request), request.params.id),
    })

    app.route({
      ...licenses.create,
      handler: async (request, reply) => {
        const { organizationId, ...draft } = request.body
        const owner = ownerOf(userOf(request), organizationId)
        return reply.code(201).send(await createLicense(db, actorOf(request), owner, draft))
      },
    })

    app.route({
      ...creation.create,
      handler: async (request, reply) => {
        const { organizationId, ...batch } = request.body
        const owner = ownerOf(userOf(request), organizationId)
        return reply.code(201).send(await createBatch(db, actorOf(request), owner, batch))
      },
    })

    app.route({
      ...licenses.bulk,
      handler: (request) => {
        if (request.body.action === 'delete' || request.body.reserve) requireAccess(request, 'org-admin')
        return changeMany(db, actorOf(request), scopeOf(userOf(request)), request.body)
      },
    })

    app.route({
      ...licenses.change,
      handler: (request) => {
        if (needsOrganizationAdmin(request.body)) requireAccess(request, 'org-admin')
        const versions = basedOn(request.headers)
        const target = { scope: scopeOf(userOf(request)), id: request.params.id, versions }
        return changeLicense(db, actorOf(request), target, request.body)
      },
    })

    app.route({
      ...licenses.remove,
      handler: async (request) => {
        await removeLicense(db, actorOf(request), { scope: scopeOf(userOf(request)), id: request.params.id })
        return { message: 'License deleted' }
      },
    })
  }
