import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from './endpoint.ts'
import { listQuery } from './lists.ts'
import { User, UserStatus } from './user.ts'

/** Activation is the sales approval: only a pending account can be approved. */
export const canActivate = ({ status }: Pick<User, 'status'>) => status === 'pending'

/** What the cards above the list count: everyone, whatever the search. */
const UserSummary = z.object({
  total: z.number(),
  admins: z.number(),
  verified: z.number(),
  mfaEnabled: z.number(),
})

export const users = {
  list: {
    method: 'GET',
    url: '/api/admin/users',
    config: { access: 'admin' },
    schema: {
      summary: 'All users, newest first; search looks at names, address, username and organization',
      querystring: listQuery(UserStatus),
      response: { 200: z.array(User), ...refusals },
    },
  },
  summary: {
    method: 'GET',
    url: '/api/admin/users/summary',
    config: { access: 'admin' },
    schema: { summary: 'How many users there are', response: { 200: UserSummary, ...refusals } },
  },
  activate: {
    method: 'POST',
    url: '/api/admin/users/:id/activate',
    config: { access: 'admin' },
    schema: { summary: 'Approve a pending account', params: IdParams, response: { 200: User, ...refusals } },
  },
} as const satisfies Record<string, Endpoint>
