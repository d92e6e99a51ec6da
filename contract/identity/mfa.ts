import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from '#contract/endpoint.ts'
import { copiedLine } from '#contract/text.ts'
import { isStaff } from '#contract/roles.ts'
import { User, factorCode, GivenPassword, type CurrentUser } from './session.ts'

export const INVALID_CODE = 'Invalid code'
export const SETUP_FIRST = 'Please set up two-factor authentication first.'
/** Code of a 403 with this message. */
export const MFA_SETUP = 'MFA_SETUP'
export const SETUP_REPLACED =
  'The setup was started again in another tab or browser. Use the QR code shown there, or cancel and set up again.'

type Caller = Pick<CurrentUser, 'role' | 'isMfaEnabled' | 'isMfaRequired' | 'viewing' | 'isSso'>

/** Two-factor authentication is required and not set up. Neither staff who view the portal as a customer nor single sign-on are kept out. */
export const needsMfaSetup = ({ role, isMfaEnabled, isMfaRequired, viewing, isSso }: Caller, ofStaff: boolean) =>
  !isMfaEnabled && !viewing && !isSso && (isStaff(role) ? ofStaff : isMfaRequired)

/** Codes in a set. */
export const BACKUP_CODES = 10

const code = factorCode({ max: 40, message: 'Code is required' })

export const CodeForm = z.object({ code })
export type CodeForm = z.infer<typeof CodeForm>

export const PasswordForm = z.object({ password: GivenPassword })
export type PasswordForm = z.infer<typeof PasswordForm>

/** Required to change two-factor authentication, and with it to add a passkey or change the address. */
export const Proof = z.object({ password: GivenPassword, code })
export type Proof = z.infer<typeof Proof>

/** With `setupId`, the code of a setup that another one has replaced is refused with 409. */
const FirstCode = z.extend(CodeForm, { setupId: z.optional(copiedLine({ max: 60 })) })
export type FirstCode = z.infer<typeof FirstCode>

const Setup = z.object({
  setupId: z.string(),
  secret: z.string(),
  otpauthUrl: z.string(),
})
export type Setup = z.infer<typeof Setup>

/** Shown once: only hashes are stored. */
const BackupCodes = z.object({ backupCodes: z.array(z.string()) })

const signedIn = { access: 'signed-in', harmless: 'Protects the caller’s own account' } as const
const secretive = { ...signedIn, isShownOnce: true } as const

export const mfa = {
  signIn: {
    method: 'POST',
    url: '/api/login/mfa',
    config: { access: 'public', refuses: [401, 403] },
    schema: {
      summary: 'Finish signing in with a code, after the password',
      body: CodeForm,
      response: { 200: User, ...refusals },
    },
  },
  setUp: {
    method: 'POST',
    url: '/api/account/mfa/setup',
    config: secretive,
    schema: {
      summary: 'Create a secret for an authenticator app, to be confirmed with a code',
      body: PasswordForm,
      response: { 200: Setup, ...refusals },
    },
  },
  enable: {
    method: 'POST',
    url: '/api/account/mfa/enable',
    config: secretive,
    schema: {
      summary: 'Turn two-factor authentication on with a first code; all other sessions end',
      body: FirstCode,
      response: { 200: BackupCodes, ...refusals },
    },
  },
  disable: {
    method: 'POST',
    url: '/api/account/mfa/disable',
    config: signedIn,
    schema: { summary: 'Turn two-factor authentication off', body: Proof, response: { 200: Done, ...refusals } },
  },
  renewBackupCodes: {
    method: 'POST',
    url: '/api/account/mfa/backup-codes',
    config: secretive,
    schema: {
      summary: 'Replace the backup codes',
      body: Proof,
      response: { 200: BackupCodes, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
