import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { TEAM_REQUIRED } from '#contract/identity/team.ts'
import { audit } from '#contract/operations/audit.ts'
import { isAdmin } from '#contract/roles.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf, type SessionUser } from '#server/platform/http/access.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import { forbidden } from '#server/platform/http/errors.ts'
import { pageFrom, sendPage } from '#server/platform/http/lists/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { auditColumns, exportEntries, readEntry } from './actions.ts'
import { countEntries, selectEntries, type Scope } from './queries.ts'

export const auditRoutes =
  ({ db, reports }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      ...audit.list,
      handler: async (request, reply) => {
        const scope = scopeOf(userOf(request))
        const page = await pageFrom(selectEntries(db, scope, request.query), countEntries(db, scope, request.query))
        return sendPage(request, reply, page)
      },
    })

    app.route({
      ...audit.read,
      handler: (request) => readEntry(db, scopeOf(userOf(request)), request.params.entryId),
    })

    app.route({
      ...audit.export,
      handler: async (request, reply) => {
        const rows = await exportEntries({ db, reports }, actorOf(request), scopeOf(userOf(request)), request.query)
        return sendCsv(reply, { fileName: 'audit-log.csv', columns: auditColumns, rows })
      },
    })
  }

function scopeOf({ role, organizationId }: SessionUser): Scope {
  if (isAdmin(role)) return 'all'
  if (!organizationId) throw forbidden(TEAM_REQUIRED)
  return { organizationId }
}
