import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { overview } from '#contract/operations/overview.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readOverview } from './actions.ts'
import { createHealth, isHealthy } from './health.ts'

export const overviewRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const readHealth = createHealth(platform)
    app.route({ ...overview.read, handler: shareReading(() => readOverview(platform.db, readHealth)) })
    app.route({ ...overview.health, handler: async () => ({ isHealthy: isHealthy(await readHealth()) }) })
  }
