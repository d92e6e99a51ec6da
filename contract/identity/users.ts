import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { filterQuery, PAGE } from '#contract/lists.ts'
import { Role, isStaff } from '#contract/roles.ts'
import { emailAddress, Instant, paragraph } from '#contract/text.ts'
import { REASON_REQUIRED, Registration, SuspensionReason, User, UserStatus } from './session.ts'

/** Activation is the sales approval. */
export const canActivate = ({ status }: Pick<User, 'status'>) => status === 'pending'

/** The other answer to a sign-up. */
export const canDecline = ({ status }: Pick<User, 'status'>) => status === 'pending'

/** The applicant reads the reason. */
export const Declining = z.object({
  reason: paragraph({ max: 1000, message: REASON_REQUIRED }),
  isDomainBlocked: z._default(z.optional(z.boolean()), false),
})
export type Declining = z.infer<typeof Declining>

type UserState = Pick<User, 'id' | 'status'>

export const OWN_ACCOUNT = 'You cannot do this to your own account.'
export const LAST_ADMIN = 'This is the last active admin. Make someone else an admin first.'

/** No one can suspend their own account. Only the server knows whether another admin is left. */
export const canSuspend = ({ id, status }: UserState, self: Pick<User, 'id'>) => status === 'active' && id !== self.id
export const canReactivate = ({ status, isErased }: Pick<User, 'status' | 'isErased'>) =>
  status === 'suspended' && !isErased
export const canMailVerification = ({ isEmailVerified, status }: Pick<User, 'isEmailVerified' | 'status'>) =>
  !isEmailVerified && status !== 'suspended'
/** Users change their own on the account page. */
export const canMailPasswordReset = (user: UserState, self: Pick<User, 'id'>) => canSuspend(user, self)
/** Users turn off their own on the account page, with password and code. */
export const canResetMfa = ({ id, isMfaEnabled }: Pick<User, 'id' | 'isMfaEnabled'>, self: Pick<User, 'id'>) =>
  isMfaEnabled && id !== self.id
/** For customers whose address was taken over, lost or mistyped. Staff get another account instead. */
export const canReplaceEmail = ({ role, isErased }: Pick<User, 'role' | 'isErased'>) => !isStaff(role) && !isErased
/** For staff only. Organizations manage the roles of customers. */
export const canChangeRole = (user: UserState & Pick<User, 'role'>, self: Pick<User, 'id'>) =>
  isStaff(user.role) && canSuspend(user, self)
/** Only active users have sessions. Your own are on the account page. */
export const canEndSessions = (user: UserState, self: Pick<User, 'id'>) => canSuspend(user, self)

export const StaffRole = z.enum(['agent', 'admin'], 'Role must be admin or agent')
export type StaffRole = z.infer<typeof StaffRole>

/** A new staff member. The username comes from the address, and the password is set by link. */
export const StaffDraft = z.extend(z.pick(Registration, { firstName: true, lastName: true, email: true }), {
  role: StaffRole,
})
export type StaffDraft = z.infer<typeof StaffDraft>

/** Hours for which the link works that an admin sends to a new address, to choose a password. */
export const ADDRESS_LINK_HOURS = 24

export const EmailReplacement = z.object({ email: emailAddress('Please enter a valid email address') })
export type EmailReplacement = z.infer<typeof EmailReplacement>

export const CUSTOMER_ROLE =
  'Only staff can be made admin or agent. The role of a customer is up to their organization.'

export const UserFilter = z.extend(filterQuery(UserStatus), { role: z.optional(Role) })
export type UserFilter = z.infer<typeof UserFilter>

/** Totals over all users, ignoring the search. */
const UserSummary = z.object({
  total: z.int32(),
  admins: z.int32(),
  verified: z.int32(),
  mfaEnabled: z.int32(),
})

/** How an account began. Accounts made by a command have none. */
const Arrival = z.object({
  kind: z.enum(['registered', 'invited', 'added']),
  /** The name of the user who invited or added this one. */
  by: z.nullable(z.string()),
  at: Instant,
})
export type Arrival = z.infer<typeof Arrival>

const Suspension = z.object({ reason: z.nullable(z.string()), by: z.nullable(z.string()), at: Instant })
export type Suspension = z.infer<typeof Suspension>

export const UserDetails = z.extend(User, {
  lastSignIn: z.nullable(Instant),
  /** Browsers that are signed in now. */
  sessions: z.int32(),
  arrival: z.nullable(Arrival),
  /** Null unless the user is suspended. */
  suspended: z.nullable(Suspension),
})
export type UserDetails = z.infer<typeof UserDetails>

export const users = {
  list: {
    method: 'GET',
    url: '/api/admin/users',
    config: { access: 'admin users:read' },
    schema: {
      summary: 'List users, newest first; search matches names, address, username and organization',
      querystring: z.extend(UserFilter, PAGE),
      response: { 200: z.array(User), ...refusals },
    },
  },
  summary: {
    method: 'GET',
    url: '/api/admin/users/summary',
    config: { access: 'admin users:read' },
    schema: { summary: 'Count users', response: { 200: UserSummary, ...refusals } },
  },
  read: {
    method: 'GET',
    url: '/api/admin/users/:id',
    config: { access: 'admin users:read' },
    schema: {
      summary: 'Get a user with the last sign-in, live sessions, origin and suspension',
      params: IdParams,
      response: { 200: UserDetails, ...refusals },
    },
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
  decline: {
    method: 'POST',
    url: '/api/admin/users/:id/decline',
    config: { access: 'admin', stepUp: true, consequence: 'email' },
    schema: {
      summary:
        'Decline a pending account with a reason, which the applicant is emailed; deletes it and its organization',
      params: IdParams,
      body: Declining,
      response: { 200: Done, ...refusals },
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
  mailPasswordReset: {
    method: 'POST',
    url: '/api/admin/users/:id/mail-password-reset',
    config: { access: 'admin', withoutStepUp: 'Sends a link to the address of the account', consequence: 'email' },
    schema: {
      summary: 'Email an active user a link to choose a new password',
      params: IdParams,
      response: { 200: User, ...refusals },
    },
  },
  replaceEmail: {
    method: 'POST',
    url: '/api/admin/users/:id/replace-email',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary:
        'Replace the address of a customer who lost it, and email the new one a link to choose a password; ends all sessions',
      params: IdParams,
      body: EmailReplacement,
      response: { 200: User, ...refusals },
    },
  },
  resetMfa: {
    method: 'POST',
    url: '/api/admin/users/:id/reset-mfa',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary:
        'Turn off two-factor authentication and remove the passkeys of a user who lost their phone, and end all sessions',
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
      response: { 200: z.object({ ended: z.int32() }), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
