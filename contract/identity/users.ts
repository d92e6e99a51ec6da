import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { Role, isStaff } from '#contract/roles.ts'
import { Registration, SuspensionReason, User, UserStatus } from './session.ts'

/** Activation is the sales approval: only a pending account can be approved. */
export const canActivate = ({ status }: Pick<User, 'status'>) => status === 'pending'

type Standing = Pick<User, 'id' | 'status'>

export const OWN_ACCOUNT = 'You cannot do this to your own account.'
export const LAST_ADMIN = 'This is the last active admin. Make someone else an admin first.'

/** Nobody locks the own account. That one admin is left, only the server can see. */
export const canSuspend = ({ id, status }: Standing, self: Pick<User, 'id'>) => status === 'active' && id !== self.id
export const canReactivate = ({ status }: Standing) => status === 'suspended'
export const canMailVerification = ({ isEmailVerified, status }: Pick<User, 'isEmailVerified' | 'status'>) =>
  !isEmailVerified && status !== 'suspended'
/** One's own is turned off on the account's page, with password and code. */
export const canResetMfa = ({ id, isMfaEnabled }: Pick<User, 'id' | 'isMfaEnabled'>, self: Pick<User, 'id'>) =>
  isMfaEnabled && id !== self.id
/** Of the vendor's own people. What customers may do is up to their organization. */
export const canChangeRole = (user: Standing & Pick<User, 'role'>, self: Pick<User, 'id'>) =>
  isStaff(user.role) && canSuspend(user, self)
/** Nobody else can have a session, and one's own are listed on the account's page. */
export const canEndSessions = (user: Standing, self: Pick<User, 'id'>) => canSuspend(user, self)

export const StaffRole = z.enum(['agent', 'admin'], 'Role must be admin or agent')
export type StaffRole = z.infer<typeof StaffRole>

/** Whom an admin adds. The username is made of the address; the password is theirs to choose. */
export const StaffDraft = z.extend(z.pick(Registration, { firstName: true, lastName: true, email: true }), {
  role: StaffRole,
})
export type StaffDraft = z.infer<typeof StaffDraft>

/** How long the link that sets the first password is good for. */
export const STAFF_LINK_HOURS = 24

export const CUSTOMER_ROLE =
  'Only staff can be made admin or agent. The role of a customer is up to their organization.'

export const UserFilter = z.omit(z.extend(listQuery(UserStatus), { role: z.optional(Role) }), {
  limit: true,
  cursor: true,
})
export type UserFilter = z.infer<typeof UserFilter>

const { limit, cursor } = listQuery(UserStatus).shape

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
      summary: 'List users, newest first; search matches names, address, username and organization',
      querystring: z.extend(UserFilter, { limit, cursor }),
      response: { 200: z.array(User), ...refusals },
    },
  },
  summary: {
    method: 'GET',
    url: '/api/admin/users/summary',
    config: { access: 'admin' },
    schema: { summary: 'Count users', response: { 200: UserSummary, ...refusals } },
  },
  addStaff: {
    method: 'POST',
    url: '/api/admin/users',
    config: { access: 'admin', stepUp: true, consequence: 'email' },
    schema: {
      summary: 'Add an admin or agent, who is emailed a link to choose a password',
      body: StaffDraft,
      response: { 201: User, ...refusals },
    },
  },
  changeRole: {
    method: 'PATCH',
    url: '/api/admin/users/:id',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Change the role of a staff member; ends their sessions',
      params: IdParams,
      body: z.object({ role: StaffRole }),
      response: { 200: User, ...refusals },
    },
  },
  activate: {
    method: 'POST',
    url: '/api/admin/users/:id/activate',
    config: { access: 'admin', stepUp: true, consequence: 'email' },
    schema: {
      summary: 'Approve a pending account and activate its organization',
      params: IdParams,
      response: { 200: User, ...refusals },
    },
  },
  suspend: {
    method: 'POST',
    url: '/api/admin/users/:id/suspend',
    config: { access: 'admin', withoutStepUp: 'Only takes access away', consequence: 'access' },
    schema: {
      summary: 'Suspend a user with a reason; all sessions end immediately',
      params: IdParams,
      body: SuspensionReason,
      response: { 200: User, ...refusals },
    },
  },
  reactivate: {
    method: 'POST',
    url: '/api/admin/users/:id/reactivate',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: { summary: 'Reactivate a suspended user', params: IdParams, response: { 200: User, ...refusals } },
  },
  mailVerification: {
    method: 'POST',
    url: '/api/admin/users/:id/resend-verification',
    config: { access: 'admin', withoutStepUp: 'Sends a link to the address of the account', consequence: 'email' },
    schema: {
      summary: 'Resend the link that confirms the address',
      params: IdParams,
      response: { 200: User, ...refusals },
    },
  },
  resetMfa: {
    method: 'POST',
    url: '/api/admin/users/:id/reset-mfa',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Turn off two-factor authentication for a user who lost their phone, and end all sessions',
      params: IdParams,
      response: { 200: User, ...refusals },
    },
  },
  endSessions: {
    method: 'POST',
    url: '/api/admin/users/:id/end-sessions',
    config: { access: 'admin', withoutStepUp: 'Only takes access away', consequence: 'access' },
    schema: {
      summary: 'End all sessions of a user',
      params: IdParams,
      response: { 200: z.object({ ended: z.number() }), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
