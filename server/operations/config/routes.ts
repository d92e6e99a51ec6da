import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { config as endpoints } from '#contract/operations/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

export const configRoutes =
  ({ config }: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { productName, salesEmail, demo, staffMfaRequired, publicChannels, vendor } = config
    app.route({
      ...endpoints.read,
      handler: async () => ({
        productName,
        salesEmail,
        demo,
        staffMfaRequired,
        publicChannels: [...publicChannels],
        vendorName: vendor.name,
        timeZone: TIME_ZONE,
      }),
    })
  }
