import * as z from 'zod/mini'
import { Channel } from '#contract/releases/channels.ts'
import { refusals, type Endpoint } from '#contract/endpoint.ts'

/** Settings the browser needs before sign-in. */
export const PublicConfig = z.object({
  productName: z.string(),
  vendorName: z.string(),
  salesEmail: z.string(),
  /** Of business dates: an IANA name such as 'Africa/Johannesburg'. */
  timeZone: z.string(),
  /** Embedded database, demo data, readable outbox. */
  demo: z.boolean(),
  staffMfaRequired: z.boolean(),
  /** Everyone gets the updates of these, without a license. */
  publicChannels: z.array(Channel),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const config = {
  read: {
    method: 'GET',
    url: '/api/config',
    config: { access: 'public' },
    schema: { summary: 'Names this portal goes by', response: { 200: PublicConfig, ...refusals } },
  },
} as const satisfies Record<string, Endpoint>
