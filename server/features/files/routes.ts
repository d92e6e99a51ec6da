import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Platform } from '#server/platform/platform.ts'

export const fileRoutes = (_platform: Platform): FastifyPluginAsyncZod => async (_app) => {}
