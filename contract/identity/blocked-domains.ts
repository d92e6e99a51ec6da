import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/lists.ts'
import { Instant } from '#contract/text.ts'
import { Domain } from './domains.ts'

/** Registrations with an address at the domain or below it are refused. */
export const BlockedDomain = z.object({
  id: z.uuid(),
  domain: z.string(),
  blockedBy: z.nullable(z.string()),
  createdAt: Instant,
})
export type BlockedDomain = z.infer<typeof BlockedDomain>

export const alreadyBlocked = (domain: string) => `${domain} is already blocked.`

export const domainInUse = (domain: string, users: number) =>
  users === 1
    ? `One active user has an address at ${domain}, so it cannot be blocked.`
    : `${users} active users have an address at ${domain}, so it cannot be blocked.`

const url = '/api/admin/blocked-domains'

export const blockedDomains = {
  list: {
    method: 'GET',
    url,
    config: { access: 'admin' },
    schema: {
      summary: 'List the domains whose registrations are refused, newest first',
      querystring: pageQuery,
      response: { 200: z.array(BlockedDomain), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'admin', withoutStepUp: 'Only refuses new registrations', consequence: 'access' },
    schema: {
      summary: 'Refuse registrations from a domain and everything below it; 409 if active users have an address there',
      body: z.object({ domain: Domain }),
      response: { 201: BlockedDomain, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: 'admin', withoutStepUp: 'Each registration still needs an approval', consequence: 'access' },
    schema: {
      summary: 'Accept registrations from a domain again',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
