import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { emailAddress, Instant, line } from '#contract/text.ts'
import { PasswordForm, Proof } from './mfa.ts'
import { User } from './session.ts'

/** Per user. */
export const MOST_PASSKEYS = 20
export const TOO_MANY_PASSKEYS = `You can have up to ${MOST_PASSKEYS} passkeys. Remove one first.`

export const PASSKEY_REFUSED = 'This passkey was not accepted. Please try again.'
/** Code of a 401 with the message below: the browser may delete the passkey. */
export const PASSKEY_UNKNOWN = 'PASSKEY_UNKNOWN'
export const UNKNOWN_PASSKEY = 'This passkey does not belong to an account here. Sign in with your password.'
export const OTHER_ACCOUNT = 'This passkey belongs to another account.'

/** Minutes for which a browser shows its prompt, and until the challenge expires, so that a prompt can be opened again. */
export const PROMPT_MINUTES = 5
export const CHALLENGE_MINUTES = 10

const Encoded = (max: number) =>
  z.string('Required').check(z.maxLength(max, 'Too long'), z.regex(/^[\w-]+$/, 'Must be base64url'))

/** At most 1,023 bytes (WebAuthn). */
const CredentialId = Encoded(1364)

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int32() })),
  timeout: z.int32(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. Without `allowCredentials`, the user chooses. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int32(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.infer<typeof RequestOptions>

const answer = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key', 'Must be public-key') }

/** `toJSON()` of a new credential. */
export const NewCredential = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: Encoded(8000),
    attestationObject: Encoded(40_000),
    transports: z.optional(z.array(Encoded(40)).check(z.maxLength(10, 'Too many'))),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** `toJSON()` of a credential that signed a challenge. */
export const Assertion = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: Encoded(8000),
    authenticatorData: Encoded(8000),
    signature: Encoded(16_000),
    userHandle: z.nullish(z.string().check(z.maxLength(100))),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const name = line({ max: 60, message: 'Name is required' })

export const PasskeyName = z.object({ name })
export type PasskeyName = z.infer<typeof PasskeyName>

export const Passkey = z.object({
  id: z.uuid(),
  /** At first the provider's: 'Windows Hello' */
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

const config = { access: 'signed-in' } as const
const own = { ...config, harmless: 'Protects the caller’s own account' } as const

export const passkeys = {
  signInOptions: {
    method: 'POST',
    url: '/api/login/passkey/options',
    config: { access: 'public' },
    schema: { summary: 'Start a sign-in with a passkey', response: { 200: RequestOptions, ...refusals } },
  },
  signIn: {
    method: 'POST',
    url: '/api/login/passkey',
    config: { access: 'public', refuses: [401, 403] },
    schema: {
      summary: 'Sign in with a passkey, which needs no password and no code',
      body: z.object({
        credential: Assertion,
        /** Only this account may sign in. */
        email: z.optional(emailAddress('Invalid email address')),
      }),
      response: { 200: User, ...refusals },
    },
  },
  confirmOptions: {
    method: 'POST',
    url: '/api/session/confirm/passkey/options',
    config: own,
    schema: {
      summary: 'Start a confirmation of the session with a passkey',
      response: { 200: RequestOptions, ...refusals },
    },
  },
  confirm: {
    method: 'POST',
    url: '/api/session/confirm/passkey',
    config: own,
    schema: {
      summary: 'Confirm the session with a passkey',
      body: z.object({ credential: Assertion }),
      response: { 200: Done, ...refusals },
    },
  },
  creationOptions: {
    method: 'POST',
    url: '/api/account/passkeys/options',
    config: own,
    schema: {
      summary: 'Start adding a passkey: with the password, and a code with two-factor authentication',
      body: z.union([Proof, PasswordForm]),
      response: { 200: CreationOptions, ...refusals },
    },
  },
  add: {
    method: 'POST',
    url: '/api/account/passkeys',
    config: own,
    schema: {
      summary: 'Add the passkey that the browser created',
      body: z.object({ credential: NewCredential }),
      response: { 201: Passkey, ...refusals },
    },
  },
  rename: {
    method: 'PATCH',
    url: '/api/account/passkeys/:id',
    config: own,
    schema: {
      summary: 'Rename a passkey',
      params: IdParams,
      body: PasskeyName,
      response: { 200: Passkey, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: '/api/account/passkeys/:id',
    config: own,
    schema: { summary: 'Remove a passkey', params: IdParams, response: { 200: Done, ...refusals } },
  },
} as const satisfies Record<string, Endpoint>
