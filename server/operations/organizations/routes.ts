import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reminders } from '#contract/billing/reminders.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import { basedOn } from '#server/platform/http/answers/tags.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeOrganization, listOrganizations, previewPricing, setPricing } from './actions.ts'
import { readOrganizationBilling } from './billing.ts'
import { exportColumns, exportOrganizations } from './export.ts'
import { selectNames } from './queries.ts'
import { pauseReminders } from './reminder-pause.ts'
import { reactivateOrganization, suspendOrganization } from './suspension.ts'

export const organizationRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = platform

    app.route({ ...organizations.list, handler: () => listOrganizations(db) })

    app.route({ ...organizations.names, handler: () => selectNames(db) })

    app.route({
      ...organizations.export,
      handler: async (request, reply) => {
        const rows = await exportOrganizations(platform, actorOf(request), request.query)
        return sendCsv(reply, { fileName: 'organizations.csv', columns: exportColumns, rows })
      },
    })

    app.route({ ...organizations.billing, handler: (request) => readOrganizationBilling(db, request.params.id) })

    app.route({
      ...organizations.change,
      handler: (request) => {
        const target = { id: request.params.id, versions: basedOn(request.headers) }
        return changeOrganization(db, actorOf(request), target, request.body)
      },
    })

    app.route({
      ...organizations.setPricing,
      handler: (request) => setPricing(platform, actorOf(request), request.params.id, request.body),
    })

    app.route({
      ...organizations.previewPricing,
      handler: (request) => previewPricing(db, request.params.id, request.query.twelveMonthValue),
    })

    app.route({
      ...organizations.suspend,
      handler: (request) => {
        const { id } = request.params
        const { suspend, reason = '', note: text } = request.body
        const note = text ? { text, userId: userOf(request).id } : undefined
        return suspend
          ? suspendOrganization(platform, actorOf(request), { id, reason, note })
          : reactivateOrganization(platform, actorOf(request), id)
      },
    })

    app.route({
      ...reminders.pause,
      handler: (request) => pauseReminders(db, actorOf(request), { ...request.params, ...request.body }),
    })
  }
