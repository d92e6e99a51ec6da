import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Platform } from '#server/platform/platform.ts'

export const accountRoutes =
  (_platform: Platform): FastifyPluginAsyncZod =>
  async () =>
    undefined
