import * as z from 'zod/mini'
import { Subscription } from '#contract/billing/subscriptions.ts'
import { SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import { TrialDraft } from '#contract/billing/trials.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { User } from '#contract/identity/session.ts'

/** An organization that may be the applicant's: it has the same name, or people at the same domain. */
const Similar = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Active users with an address at the applicant's domain. */
  users: z.int32(),
})

/** Facts that help an admin to decide about a registration. */
export const SignUp = z.object({
  user: User,
  domain: z.string(),
  /** The subscription that an admin has created already. `price` is rand with two decimals for one month. */
  plan: z.nullable(z.pick(Subscription, { planName: true, licenseLimit: true, price: true })),
  /** The first five. */
  similar: z.array(Similar),
  /** Why the domain cannot be blocked. */
  blockRefusal: z.nullable(z.string()),
})
export type SignUp = z.infer<typeof SignUp>

export const MOST_SIMILAR = 5

const url = '/api/admin/sign-ups/:id'

/** `id` is the pending user. */
export const signUps = {
  read: {
    method: 'GET',
    url,
    config: { access: 'admin customers:read', refuses: [409] },
    schema: {
      summary: 'Get a pending registration with what helps to decide: domain and similar organizations',
      params: IdParams,
      response: { 200: SignUp, ...refusals },
    },
  },
  approve: {
    method: 'POST',
    url: `${url}/approve`,
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Approve a pending account and start the subscription of its organization, both or neither',
      params: IdParams,
      body: SubscriptionDraft,
      response: { 200: User, ...refusals },
    },
  },
  approveTrial: {
    method: 'POST',
    url: `${url}/approve-trial`,
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Approve a pending account and start a trial of its organization, both or neither',
      params: IdParams,
      body: TrialDraft,
      response: { 200: User, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
