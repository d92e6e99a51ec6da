import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from '#contract/endpoint.ts'
import { organizationName, personName, Username } from '#contract/names.ts'
import { Role } from '#contract/roles.ts'
import { copiedLine, emailAddress, knownLine, Instant, paragraph, typedPlainly } from '#contract/text.ts'
import { LONGEST_PATH } from './return-path.ts'

export const UserStatus = z.enum(['pending', 'active', 'suspended'])
export type UserStatus = z.infer<typeof UserStatus>

/** A user without password, hashes or secrets. */
export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  role: Role,
  status: UserStatus,
  /** An admin erased name, address and sign-in data. The status is 'suspended'. */
  isErased: z.boolean(),
  organizationId: z.nullable(z.uuid()),
  organization: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  isMfaEnabled: z.boolean(),
  /** By the organization, of its members. */
  isMfaRequired: z.boolean(),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

/** A member of staff sees the portal as a customer, without the right to change anything. */
export const Viewing = z.object({ id: z.uuid(), staff: z.string(), reason: z.string(), endsAt: Instant })
export type Viewing = z.infer<typeof Viewing>

export const CurrentUser = z.extend(User, {
  viewing: z.optional(Viewing),
  /** The session was opened by single sign-on, whose identity provider decides about a second factor. */
  isSso: z.optional(z.boolean()),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const REASON_REQUIRED = 'Reason is required'

/** Why a user or an organization is suspended. For staff only. */
export const SuspensionReason = z.object({ reason: paragraph({ max: 500, message: REASON_REQUIRED }) })
export type SuspensionReason = z.infer<typeof SuspensionReason>

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

export const SIGN_IN_AGAIN = 'Please sign in again.'

export const PASSWORD_LIMITS = { min: 8, max: 256 } as const
const { min, max } = PASSWORD_LIMITS

/** Any characters, never trimmed or cut. */
export const NewPassword = z
  .string(`Password must be at least ${min} characters`)
  .check(
    z.minLength(min, `Password must be at least ${min} characters`),
    z.maxLength(max, `Password must be at most ${max} characters`),
    z.regex(/^[^\0\p{Cs}]*$/u, 'Password contains characters that cannot be used'),
  )

export const GivenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(max, 'Password is required'))

/** Without spaces and hyphens: '１２３‑４５６' → '123456' */
export const plainCode = (typed: string) => typedPlainly(typed).replace(/[\s-]/g, '')

/** Six digits of an authenticator app, or a backup code. */
export const factorCode = (limits: Parameters<typeof copiedLine>[0]) => copiedLine(limits).check(z.overwrite(plainCode))

/** An optional code at sign-in: after too many wrong passwords from unknown browsers it admits the real user. */
const code = z.optional(factorCode({ min: 0, max: 40 }))

export const LoginForm = z.object({ email: emailAddress('Invalid email address'), password: GivenPassword, code })
export type LoginForm = z.infer<typeof LoginForm>

export const Credentials = z
  .object({
    email: z.optional(emailAddress('Invalid email address')),
    username: z.optional(knownLine({ max: 60 })),
    password: GivenPassword,
    code,
  })
  .check(
    z.refine(({ email, username }) => email !== undefined || username !== undefined, {
      path: ['email'],
      error: 'Invalid email address',
    }),
  )
export type Credentials = z.infer<typeof Credentials>

const account = {
  organizationName: organizationName({ min: 2, max: 120, message: 'Organization name must be at least 2 characters' }),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  username: Username,
  password: NewPassword,
}
const contactEmail = emailAddress('Please enter a valid email address')

export const RegistrationForm = z.object({ ...account, contactEmail })
export type RegistrationForm = z.infer<typeof RegistrationForm>

export const Registration = z.object({ ...account, email: contactEmail })
export type Registration = z.infer<typeof Registration>

export const Terms = z.object({ acceptTerms: z.literal(true, 'You must accept the terms and conditions') })

export const PasswordResetRequest = z.object({
  email: emailAddress('Invalid email address'),
  /** Where signing in should lead afterwards. Ignored unless it is a page of the portal. */
  next: z.optional(z.string().check(z.maxLength(LONGEST_PATH))),
})

/** Minutes for which a link to a new password works. */
export const RESET_MINUTES = 30

/** Hours for which a link that confirms an address works. */
export const CONFIRM_HOURS = 24

/** Days for which the link of a registration confirms its address. */
export const REGISTRATION_LINK_DAYS = 7

/** The token of an emailed link. */
export const linkToken = (message: string) => z.string(message).check(z.regex(/^[\w-]{43}$/, message))

const Token = linkToken('The link is not valid')

export const PasswordReset = z.object({ token: Token, password: NewPassword })

/** Answer to a correct password with two-factor authentication: no session yet. */
export const CodeNeeded = z.object({ mfaRequired: z.literal(true) })

export const AWAITING_APPROVAL = 'Your account is awaiting approval by our sales team.'
export const ACCOUNT_SUSPENDED = 'Your account is suspended. Please contact support.'
export const WRONG_CREDENTIALS = 'Invalid email or password'
export const WRONG_CREDENTIALS_OR_CODE = 'Invalid email, password or code'
/** Code of a 429: too many wrong passwords from browsers that are unknown to this account. */
export const SIGN_IN_LIMITED = 'SIGN_IN_LIMITED'
/** Code of a 403 after a right password or passkey. */
export const SSO_REQUIRED = 'SSO_REQUIRED'
export const TOO_MANY_SIGN_INS =
  'Too many failed sign-ins to this account. Use a browser you have signed in with before, add a code from your authenticator app, or reset your password.'
export const RESET_REQUESTED = 'If an account exists for this address, an email with a link is on its way.'
export const LINK_EXPIRED = 'This link is no longer valid. Please request a new one.'

export const session = {
  currentUser: {
    method: 'GET',
    url: '/api/user',
    config: { access: 'signed-in' },
    schema: {
      summary: 'The signed-in user; for staff who view the portal as a customer, that customer',
      response: { 200: CurrentUser, ...refusals },
    },
  },
  login: {
    method: 'POST',
    url: '/api/login',
    config: { access: 'public', refuses: [401, 403] },
    schema: {
      summary: 'Sign in; with two-factor authentication, a code is required next',
      body: Credentials,
      response: { 200: z.union([User, CodeNeeded]), ...refusals },
    },
  },
  logout: {
    method: 'POST',
    url: '/api/logout',
    config: { access: 'public' },
    schema: { summary: 'Sign out; does nothing without a session', response: { 200: Done, ...refusals } },
  },
  register: {
    method: 'POST',
    url: '/api/register',
    config: { access: 'public', refuses: [403] },
    schema: {
      summary: 'Apply for an organization account',
      body: Registration,
      response: { 201: User, ...refusals },
    },
  },
  requestPasswordReset: {
    method: 'POST',
    url: '/api/auth/password-reset',
    config: { access: 'public' },
    schema: {
      summary: 'Email a link that sets a new password',
      body: PasswordResetRequest,
      response: { 200: Done, ...refusals },
    },
  },
  resetPassword: {
    method: 'POST',
    url: '/api/auth/password-reset/confirm',
    config: { access: 'public' },
    schema: {
      summary: 'Set a new password with the emailed link',
      body: PasswordReset,
      response: { 200: Done, ...refusals },
    },
  },
  verifyEmail: {
    method: 'POST',
    url: '/api/auth/verify-email',
    config: { access: 'public' },
    schema: {
      summary: 'Confirm an address with the emailed link',
      body: z.object({ token: Token }),
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
