import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { emailAddress, Instant } from '#contract/text.ts'
import { linkToken, Registration, User, UserStatus } from './session.ts'

/** The roles that an administrator may assign. */
export const TeamRole = z.enum(['org_admin', 'customer'], 'Role must be org_admin or customer')
export type TeamRole = z.infer<typeof TeamRole>

export const Member = z.extend(
  z.pick(User, {
    id: true,
    firstName: true,
    lastName: true,
    username: true,
    email: true,
    status: true,
    isEmailVerified: true,
    isMfaEnabled: true,
    createdAt: true,
  }),
  {
    role: TeamRole,
    /** From open sessions. */
    lastSeen: z.nullable(Instant),
    /** Removed by the organization's administrators, who may reactivate the account. A suspension by the vendor stays. */
    isRemoved: z.boolean(),
  },
)
export type Member = z.infer<typeof Member>

/** Pending accounts are excluded: reactivating one would bypass the approval. */
export const canRemove = ({ status }: Pick<Member, 'status'>) => status === 'active'
/** As above. */
export const canChangeRole = ({ status }: Pick<Member, 'status'>) => status === 'active'
export const canReactivate = ({ status, isRemoved }: Pick<Member, 'status' | 'isRemoved'>) =>
  status === 'suspended' && isRemoved

export const InvitationStatus = z.enum(['open', 'expired'])

export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: TeamRole,
  status: InvitationStatus,
  /** Their name. */
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

/** Days for which an invitation works. */
export const INVITATION_DAYS = 7

/** Whether members must use two-factor authentication. */
export const MfaRule = z.object({ isRequired: z.boolean() })

const MfaRuleAndEffect = z.extend(MfaRule, {
  /** Active members who have not set it up. */
  membersWithout: z.int(),
})

export const OWN_MFA_FIRST = 'Set up two-factor authentication for your own account first.'

export const TEAM_REQUIRED = 'A team belongs to an organization, and your account has none.'
export const LAST_ADMINISTRATOR = 'An organization keeps at least one administrator.'
export const ONLY_THE_VENDOR = 'Only our sales team can give this account access.'
export const ALREADY_IN_TEAM = 'This person is already in your team.'
export const WAS_REMOVED = 'This person was removed from your team. Reactivate the account instead.'
export const INVITATION_INVALID = 'This invitation is no longer valid. Please ask your colleague for a new one.'
export const INVITATION_ACCEPTED =
  'This invitation was already accepted. If the account is yours, sign in with its username and password.'

export const InvitationDraft = z.object({ email: emailAddress('Invalid email address'), role: TeamRole })
export type InvitationDraft = z.infer<typeof InvitationDraft>

const Token = linkToken(INVITATION_INVALID)

/** The form of an invited user. Address and role come from the invitation. */
export const JoinForm = z.pick(Registration, { firstName: true, lastName: true, username: true, password: true })
export type JoinForm = z.infer<typeof JoinForm>

export const Acceptance = z.extend(JoinForm, { token: Token })
export type Acceptance = z.infer<typeof Acceptance>

const OpenInvitation = z.object({
  organization: z.string(),
  email: z.string(),
  role: TeamRole,
  /** The first single sign-on accepts the invitation, without a password. */
  hasSso: z.boolean(),
  isSsoRequired: z.boolean(),
  expiresAt: Instant,
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

const members = '/api/team/members'
const invitations = '/api/team/invitations'

export const team = {
  members: {
    method: 'GET',
    url: members,
    config: { access: 'org-admin users:read' },
    schema: {
      summary: 'List the organization’s members, newest first; search matches names, address and username',
      querystring: listQuery(UserStatus),
      response: { 200: z.array(Member), ...refusals },
    },
  },
  changeRole: {
    method: 'PATCH',
    url: `${members}/:id`,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Change a member’s role; ends their sessions',
      params: IdParams,
      body: z.object({ role: TeamRole }),
      response: { 200: Member, ...refusals },
    },
  },
  remove: {
    method: 'POST',
    url: `${members}/:id/remove`,
    config: { access: 'org-admin', withoutStepUp: 'Only takes access away', consequence: 'access' },
    schema: {
      summary: 'Remove a member’s access immediately',
      params: IdParams,
      response: { 200: Member, ...refusals },
    },
  },
  reactivate: {
    method: 'POST',
    url: `${members}/:id/reactivate`,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: { summary: 'Give a removed member access again', params: IdParams, response: { 200: Member, ...refusals } },
  },
  mfaRule: {
    method: 'GET',
    url: '/api/team/mfa',
    config: { access: 'org-admin users:read' },
    schema: {
      summary: 'Whether members must use two-factor authentication, and how many have not set it up',
      response: { 200: MfaRuleAndEffect, ...refusals },
    },
  },
  changeMfaRule: {
    method: 'PUT',
    url: '/api/team/mfa',
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Require two-factor authentication of all members, or leave it to them',
      body: MfaRule,
      response: { 200: MfaRuleAndEffect, ...refusals },
    },
  },
  invitations: {
    method: 'GET',
    url: invitations,
    config: { access: 'org-admin users:read' },
    schema: {
      summary: 'List open invitations, newest first; search matches the address',
      querystring: listQuery(InvitationStatus),
      response: { 200: z.array(Invitation), ...refusals },
    },
  },
  invite: {
    method: 'POST',
    url: invitations,
    config: { access: 'org-admin', stepUp: true, consequence: 'email' },
    schema: {
      summary: 'Email a link to join; replaces an open invitation to the same address',
      body: InvitationDraft,
      response: { 201: Invitation, ...refusals },
    },
  },
  resend: {
    method: 'POST',
    url: `${invitations}/:id/resend`,
    config: { access: 'org-admin', stepUp: true, consequence: 'email' },
    schema: {
      summary: 'Email a new link; the previous one stops working',
      params: IdParams,
      response: { 200: Invitation, ...refusals },
    },
  },
  revoke: {
    method: 'DELETE',
    url: `${invitations}/:id`,
    config: { access: 'org-admin', withoutStepUp: 'Only takes access away', consequence: 'access' },
    schema: { summary: 'Revoke an invitation', params: IdParams, response: { 200: Done, ...refusals } },
  },
  invitation: {
    method: 'GET',
    url: '/api/invitations/:token',
    config: { access: 'public' },
    schema: {
      summary: 'Get an invitation by its emailed link',
      params: z.object({ token: Token }),
      response: { 200: OpenInvitation, ...refusals },
    },
  },
  accept: {
    method: 'POST',
    url: '/api/invitations/accept',
    config: { access: 'public', refuses: [403, 404] },
    schema: {
      summary: 'Create an account by invitation and sign in',
      body: Acceptance,
      response: { 201: User, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
