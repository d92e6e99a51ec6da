import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dashboard } from '#contract/operations/dashboard.ts'
import { userOf } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createDashboard } from './actions.ts'
import { readAttention } from './attention-queries.ts'
import { readUsage } from './usage-queries.ts'

export const dashboardRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const readDashboard = createDashboard(db)
    app.route({ ...dashboard.read, handler: (request) => readDashboard(userOf(request)) })
    app.route({ ...dashboard.attention, handler: (request) => readAttention(db, userOf(request)) })
    app.route({ ...dashboard.usage, handler: (request) => readUsage(db, userOf(request).organizationId) })
  }
