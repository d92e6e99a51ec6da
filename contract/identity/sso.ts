import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { copiedLine, Instant } from '#contract/text.ts'
import { Domain, domainOf } from './domains.ts'
import { LONGEST_PATH } from './return-path.ts'
import { CurrentUser } from './session.ts'

/** Per organization. */
export const MOST_DOMAINS = 20
export const TOO_MANY_DOMAINS = `An organization can have up to ${MOST_DOMAINS} domains. Remove one first.`

/** Minutes from the sign-in page to the identity provider and back. */
export const SSO_MINUTES = 10

export const ISSUER_SHAPE = 'Enter an address like https://login.example.com'
export const ISSUER_UNREACHABLE = 'No identity provider answers at this address.'
export const ISSUER_UNUSABLE =
  'The identity provider at this address does not support the authorization code flow of OpenID Connect.'
export const ISSUER_MISMATCH =
  'The identity provider names another address as its issuer. Copy the issuer from its settings.'
export const ISSUER_SHARED =
  'Anyone can get an account at this identity provider. Use one that your organization manages.'
export const SECRET_REQUIRED = 'Client secret is required'

export const SSO_NOT_SET_UP = 'Set up single sign-on first.'
export const VERIFY_FIRST = 'Verify a domain first.'
export const OWN_SSO_FIRST = 'First sign in with single sign-on yourself, to check that it works.'
export const domainKnown = (domain: string) => `${domain} is already in the list.`
export const recordMissing = (name: string) =>
  `We didn’t find the TXT record ${name} with this value. DNS changes can take an hour.`

export const noSsoFor = (domain: string) =>
  `Single sign-on is not set up for addresses at ${domain}. Please sign in with your password.`
export const PROVIDER_SILENT = 'Your organization’s identity provider does not answer. Please try again later.'
export const SSO_EXPIRED = 'This sign-in has expired, was used already or was started elsewhere. Please start again.'
export const SSO_REFUSED =
  'Your organization’s identity provider did not confirm who you are. Please try again. Your administrators find the reason in the audit log.'
export const noAccountFor = (email: string) =>
  `${email} has no account here. Ask an administrator of your organization for an invitation.`
export const SSO_OTHER_PERSON =
  'Your account is linked to another person at your identity provider. If that is a former account of yours, ask an administrator of your organization to remove you from the team and reactivate you.'
export const SSO_WITHOUT_EMAIL =
  'Your organization’s identity provider did not send a verified email address of your organization.'

/** With the code SSO_REQUIRED. */
export const USE_SSO = 'Your organization requires single sign-on.'

export const KEEP_DOMAIN =
  'Your organization requires single sign-on, so your address must be at one of its verified domains.'

const WELL_KNOWN = /\/\.well-known\/openid-configuration\/?$/

/** The issuer, or the address of its configuration: identity providers show either. */
const issuer = copiedLine({ max: 500, message: ISSUER_SHAPE }).check(
  z.overwrite((text) => text.replace(WELL_KNOWN, '')),
  z.refine(isIssuer, ISSUER_SHAPE),
)

function isIssuer(text: string) {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
}

/** Without a secret, the known one of the same issuer and client stays. */
export const SsoDraft = z.object({
  issuer,
  clientId: copiedLine({ max: 300, message: 'Client ID is required' }),
  clientSecret: z.optional(copiedLine({ min: 0, max: 1000 })),
})
export type SsoDraft = z.infer<typeof SsoDraft>

export const SsoDomain = z.object({
  id: z.uuid(),
  domain: z.string(),
  isVerified: z.boolean(),
  /** The TXT record that proves the control of the domain. */
  record: z.object({ name: z.string(), value: z.string() }),
  createdAt: Instant,
})
export type SsoDomain = z.infer<typeof SsoDomain>

const Connection = z.object({
  issuer: z.string(),
  clientId: z.string(),
  /** Of members who are no administrators and have an address at a verified domain. */
  isRequired: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})

export const Sso = z.object({
  /** To be entered at the identity provider. */
  redirectUri: z.string(),
  connection: z.nullable(Connection),
  domains: z.array(SsoDomain),
  /** How many have signed in with this connection. */
  linkedMembers: z.int(),
  /** The caller has. */
  isLinked: z.boolean(),
})
export type Sso = z.infer<typeof Sso>

export const SsoRule = z.object({ isRequired: z.boolean() })

const AddressOrDomain = z.string('Invalid email address').check(
  z.trim(),
  z.maxLength(254, 'Invalid email address'),
  z.refine((text) => Domain.safeParse(domainOf(text)).success, 'Invalid email address'),
)

/** `address`: 'thandi@acme.example', or only the domain. */
export const SsoStart = z.object({
  address: AddressOrDomain,
  /** Where signing in should lead afterwards. Ignored unless it is a page of the portal. */
  next: z.optional(z.string().check(z.maxLength(LONGEST_PATH))),
})
export type SsoStart = z.infer<typeof SsoStart>

/** The address and the parameters with which the identity provider sent the browser back. */
export const SsoAnswer = z.object({
  organizationId: z.uuid('Required'),
  code: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(4000, 'Too long')),
  state: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(200, 'Too long')),
  iss: z.optional(z.string().check(z.maxLength(500, 'Too long'))),
})
export type SsoAnswer = z.infer<typeof SsoAnswer>

const url = '/api/team/sso'

export const sso = {
  read: {
    method: 'GET',
    url,
    config: { access: 'org-admin users:read' },
    schema: {
      summary: 'The organization’s identity provider and domains; never its secret',
      response: { 200: Sso, ...refusals },
    },
  },
  save: {
    method: 'PUT',
    url,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: {
      summary:
        'Set up or change the identity provider; another issuer or client unlinks all members and requires nothing',
      body: SsoDraft,
      response: { 200: Sso, ...refusals },
    },
  },
  changeRule: {
    method: 'PUT',
    url: `${url}/rule`,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Require single sign-on of members who are no administrators, or leave it to them',
      body: SsoRule,
      response: { 200: Sso, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: { summary: 'Remove the identity provider; the domains stay', response: { 200: Done, ...refusals } },
  },
  addDomain: {
    method: 'POST',
    url: `${url}/domains`,
    config: { access: 'org-admin', harmless: 'Counts only after its verification' },
    schema: {
      summary: 'Add a domain, which counts after its DNS record was found',
      body: z.object({ domain: Domain }),
      response: { 201: SsoDomain, ...refusals },
    },
  },
  verifyDomain: {
    method: 'POST',
    url: `${url}/domains/:id/verify`,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Look for the DNS record of a domain; 409 without it',
      params: IdParams,
      response: { 200: SsoDomain, ...refusals },
    },
  },
  removeDomain: {
    method: 'DELETE',
    url: `${url}/domains/:id`,
    config: { access: 'org-admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Remove a domain; its people sign in with their passwords again',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
  start: {
    method: 'POST',
    url: '/api/login/sso/start',
    config: { access: 'public', refuses: [404, 409] },
    schema: {
      summary: 'Start a single sign-on: the address of the identity provider for this email domain',
      body: SsoStart,
      response: { 200: z.object({ url: z.string() }), ...refusals },
    },
  },
  signIn: {
    method: 'POST',
    url: '/api/login/sso',
    config: { access: 'public', refuses: [401, 403, 404, 409] },
    schema: {
      summary: 'Finish a single sign-on in the browser that started it',
      body: SsoAnswer,
      response: { 200: z.object({ user: CurrentUser, next: z.nullable(z.string()) }), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
