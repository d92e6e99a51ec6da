import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { isStaff, type Role } from '#contract/roles.ts'
import { paragraph } from '#contract/text.ts'
import { CurrentUser, REASON_REQUIRED, User, type UserStatus } from './session.ts'

export const VIEWING_MINUTES = 30

/** The organization reads it in its audit log. */
export const ViewingReason = z.object({ reason: paragraph({ max: 500, message: REASON_REQUIRED }) })
export type ViewingReason = z.infer<typeof ViewingReason>

export const canBeViewed = ({ role, status }: { role: Role; status: UserStatus }) =>
  !isStaff(role) && status === 'active'

export const CANNOT_BE_VIEWED = 'Only active users of an organization can be viewed.'
export const ALREADY_VIEWING = 'You already view the portal as a customer. Stop that first.'
export const READ_ONLY = 'You are viewing the portal as a customer, so you cannot change anything.'
export const VIEWING_IS_OVER = 'The view as a customer has ended. Load the page again.'

export const viewings = {
  start: {
    method: 'POST',
    url: '/api/admin/users/:id/viewing',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: `See the portal as a customer for ${VIEWING_MINUTES} minutes, in this session, without changing anything`,
      params: IdParams,
      body: ViewingReason,
      response: { 201: CurrentUser, ...refusals },
    },
  },
  stop: {
    method: 'DELETE',
    url: '/api/viewing',
    config: { access: 'signed-in', isOpenWhileViewing: true, harmless: 'Ends the caller’s own view' },
    schema: {
      summary: 'Stop viewing the portal as a customer; does nothing otherwise. Answers with the own account',
      response: { 200: User, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
