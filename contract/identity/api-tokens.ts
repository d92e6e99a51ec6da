import * as z from 'zod/mini'
import { Done, IdParams, SCOPES, refusals, type Endpoint, type Scope } from '#contract/endpoint.ts'
import { copiedLine, Instant, line } from '#contract/text.ts'

/** Distinguishes a token from other secrets, also for scanners that look for leaked ones. */
export const TOKEN_PREFIX = 'lk_'

export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  /** Names that this release doesn't know are left out. */
  scopes: z.array(z.string()),
  /** Addresses and networks (CIDR) that may use it. Empty: all. */
  allowedAddresses: z.array(z.string()),
  /** The user with whose role it acts. */
  owner: z.object({ id: z.uuid(), name: z.string() }),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  expiresAt: Instant,
  isExpired: z.boolean(),
})
export type ApiToken = z.infer<typeof ApiToken>

/** The token itself, returned once. */
const NewApiToken = z.extend(ApiToken, { token: z.string() })

export const EXPIRY = { standard: 90, most: 365 } as const
const EXPIRY_RULE = `Expiry must be a whole number of days from 1 to ${EXPIRY.most}`

/** Per organization, and per staff member. */
export const MAX_TOKENS = 50
export const TOO_MANY_TOKENS = `There can be at most ${MAX_TOKENS} API tokens. Revoke one that is no longer needed.`

const MAX_ADDRESSES = 20
const TOO_MANY_ADDRESSES = `At most ${MAX_ADDRESSES} addresses`
export const NO_ADDRESS = 'Write each address like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32'

const NO_SCOPE = 'Choose at least one permission'
const scope = z.enum(SCOPES, 'This scope does not exist')

export const ApiTokenDraft = z.object({
  name: line({ max: 80, message: 'Name is required' }),
  scopes: z.pipe(
    z.array(scope, NO_SCOPE).check(z.minLength(1, NO_SCOPE), z.maxLength(100)),
    z.transform((scopes) => [...new Set(scopes)]),
  ),
  expiresInDays: z._default(
    z.optional(
      z.number(EXPIRY_RULE).check(z.int(EXPIRY_RULE), z.minimum(1, EXPIRY_RULE), z.maximum(EXPIRY.most, EXPIRY_RULE)),
    ),
    EXPIRY.standard,
  ),
  allowedAddresses: z._default(
    z.optional(
      z.array(copiedLine({ max: 60, message: NO_ADDRESS })).check(z.maxLength(MAX_ADDRESSES, TOO_MANY_ADDRESSES)),
    ),
    [],
  ),
})
export type ApiTokenDraft = z.infer<typeof ApiTokenDraft>

/** The same answer for an unknown, expired or revoked token, and for one whose owner lost access. */
export const TOKEN_INVALID = 'This API token is not valid.'
export const ONLY_IN_THE_PORTAL = 'API tokens cannot do this. Sign in to the portal instead.'
export const lacksScope = (wanted: Scope) => `This API token lacks the scope ${wanted}.`
export const notFrom = (address: string) => `This API token cannot be used from ${address}.`
export const notGrantable = (wanted: Scope) => `Your role cannot use the scope ${wanted}.`

/** Calls per minute and token. */
export const CALLS_PER_MINUTE = { read: 600, write: 120 } as const

const url = '/api/api-tokens'
const access = 'staff-or-org-admin'

export const apiTokens = {
  list: {
    method: 'GET',
    url,
    config: { access },
    schema: {
      summary: 'List API tokens, newest first: your own as staff, otherwise those of the organization',
      response: { 200: z.array(ApiToken), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access, stepUp: true, isShownOnce: true, consequence: 'access' },
    schema: {
      summary: 'Create an API token; it is returned only once',
      body: ApiTokenDraft,
      response: { 201: NewApiToken, ...refusals },
    },
  },
  revoke: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access, withoutStepUp: 'Only takes access away', consequence: 'access' },
    schema: { summary: 'Revoke an API token immediately', params: IdParams, response: { 200: Done, ...refusals } },
  },
} as const satisfies Record<string, Endpoint>
