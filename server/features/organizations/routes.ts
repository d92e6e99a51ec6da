import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { organizations } from '#contract/organizations.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listOrganizations } from './actions.ts'

export const organizationRoutes =
  ({ db }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...organizations.list, handler: () => listOrganizations(db) })
  }
