import * as z from 'zod/mini'
import { Done, hasChange, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { USERNAME_TOO_SHORT, usernameProblem } from '#contract/names.ts'
import { Role } from '#contract/roles.ts'
import { emailAddress, Instant, knownLine } from '#contract/text.ts'
import { Proof } from './mfa.ts'
import { Passkey } from './passkeys.ts'
import { Credentials, GivenPassword, NewPassword, RegistrationForm, User } from './session.ts'

/** Emails that a user may turn off. Security emails are always sent. */
export const NotificationKind = z.enum([
  'license_requests',
  'invoices',
  'payment_reminders',
  'subscription',
  'team',
  'tickets',
])
export type NotificationKind = z.infer<typeof NotificationKind>

const readers: Record<NotificationKind, readonly Role[]> = {
  license_requests: ['org_admin', 'customer'],
  invoices: ['org_admin'],
  payment_reminders: ['org_admin'],
  subscription: ['org_admin'],
  team: ['org_admin'],
  tickets: Role.options,
}

/** Whether this role ever gets such emails. */
export const concerns = (kind: NotificationKind, role: Role) => readers[kind].includes(role)

const NotificationSetting = z.object({ kind: NotificationKind, isEnabled: z.boolean() })
export type NotificationSetting = z.infer<typeof NotificationSetting>

export const Account = z.object({
  user: User,
  /** Replaces the current address once it is confirmed. */
  pendingEmail: z.nullable(z.string()),
  /** 0 without two-factor authentication. */
  backupCodesLeft: z.int32(),
  /** Newest first. */
  passkeys: z.array(Passkey),
  notifications: z.array(NotificationSetting),
})
export type Account = z.infer<typeof Account>

/** Accepts the account's current username even if it breaks today's rules: see `profileOf`. */
export const Profile = z.extend(z.pick(RegistrationForm, { firstName: true, lastName: true }), {
  username: knownLine({ min: 3, max: 60, message: USERNAME_TOO_SHORT }),
})
export type Profile = z.infer<typeof Profile>

const ProfileChange = z.partial(Profile).check(hasChange())
export type ProfileChange = z.infer<typeof ProfileChange>

/** For an account with the username `current`. */
export const profileOf = (current: string) =>
  z.extend(Profile, {
    username: Profile.shape.username.check(
      z.check(({ value, issues }) => {
        const message = usernameProblem(value, current)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
    ),
  })

export const EmailChange = z.object({
  email: emailAddress('Please enter a valid email address'),
  password: GivenPassword,
})
export type EmailChange = z.infer<typeof EmailChange>

/** With two-factor authentication. */
export const ProvedEmailChange = z.extend(EmailChange, Proof.shape)
export type ProvedEmailChange = z.infer<typeof ProvedEmailChange>

export const PasswordChange = z.object({ currentPassword: GivenPassword, newPassword: NewPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

export const OpenSession = z.object({
  id: z.uuid(),
  /** 'Chrome on Windows' */
  device: z.string(),
  ip: z.nullable(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant,
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const config = { access: 'signed-in' } as const
const own = { ...config, harmless: 'Changes the caller’s own account' } as const

export const account = {
  read: {
    method: 'GET',
    url: '/api/account',
    config,
    schema: { summary: 'Get your account', response: { 200: Account, ...refusals } },
  },
  changeProfile: {
    method: 'PATCH',
    url: '/api/account',
    config: own,
    schema: { summary: 'Change your name and username', body: ProfileChange, response: { 200: User, ...refusals } },
  },
  changeEmail: {
    method: 'POST',
    url: '/api/account/email',
    config: { ...config, consequence: 'email' },
    schema: {
      summary:
        'Request a new email address, with a code if two-factor authentication is on. It changes when the link sent there is opened',
      body: z.union([ProvedEmailChange, EmailChange]),
      response: { 200: Done, ...refusals },
    },
  },
  keepEmail: {
    method: 'DELETE',
    url: '/api/account/email',
    config: own,
    schema: { summary: 'Withdraw an unconfirmed email change', response: { 200: Done, ...refusals } },
  },
  mailVerification: {
    method: 'POST',
    url: '/api/account/email/verification',
    config: { ...config, harmless: 'Emails a link to the account’s own address' },
    schema: { summary: 'Resend the link that confirms the current address', response: { 200: Done, ...refusals } },
  },
  mailFirstVerification: {
    method: 'POST',
    url: '/api/auth/verification',
    config: { access: 'public', refuses: [401] },
    schema: {
      summary: 'Resend the link that confirms the address of an account that waits for approval',
      body: Credentials,
      response: { 200: Done, ...refusals },
    },
  },
  changePassword: {
    method: 'POST',
    url: '/api/account/password',
    config: own,
    schema: {
      summary: 'Change your password; all other sessions end',
      body: PasswordChange,
      response: { 200: Done, ...refusals },
    },
  },
  sessions: {
    method: 'GET',
    url: '/api/account/sessions',
    config,
    schema: {
      summary: 'List your sessions, last used first',
      response: { 200: z.array(OpenSession), ...refusals },
    },
  },
  endSession: {
    method: 'DELETE',
    url: '/api/account/sessions/:id',
    config: own,
    schema: { summary: 'Sign out one of your sessions', params: IdParams, response: { 200: Done, ...refusals } },
  },
  endOtherSessions: {
    method: 'DELETE',
    url: '/api/account/sessions',
    config: own,
    schema: { summary: 'Sign out all your other sessions', response: { 200: Done, ...refusals } },
  },
  setNotification: {
    method: 'PATCH',
    url: '/api/account/notifications',
    config: own,
    schema: {
      summary: 'Turn one kind of email on or off',
      body: NotificationSetting,
      response: { 200: NotificationSetting, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
