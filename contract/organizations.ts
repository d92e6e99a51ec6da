import * as z from 'zod/mini'
import { refusals, type Endpoint } from './endpoint.ts'
import { Instant } from './text.ts'

export const BillingType = z.enum(['monthly', 'annual'])

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  contactEmail: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Seats of the live subscription, 0 without one. */
  numberOfLicenses: z.number(),
  billingType: BillingType,
  isActive: z.boolean(),
  /** 'suspended', else the live subscription's status, else 'none'. */
  subscriptionStatus: z.enum(['suspended', 'active', 'past_due', 'canceled', 'unpaid', 'none']),
  /** Rand with two decimals. */
  twelveMonthValue: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Organization = z.infer<typeof Organization>

/** A second live subscription is refused; the price and seats of the first are changed instead. */
export const canSubscribe = ({ subscriptionStatus }: Pick<Organization, 'subscriptionStatus'>) =>
  subscriptionStatus === 'none'

export const organizations = {
  list: {
    method: 'GET',
    url: '/api/admin/organizations',
    config: { access: 'admin' },
    schema: {
      summary: 'All organizations, newest first; page and limit are ignored',
      response: { 200: z.array(Organization), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
