import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { LicenseRequestStatus } from '#contract/licensing/license-requests.ts'
import { emailAddress, Instant } from '#contract/text.ts'
import { NotificationKind } from './account.ts'
import { User } from './session.ts'

/** Erasing cannot be undone, so access ends first. */
export const canErase = ({ status, isErased }: Pick<User, 'status' | 'isErased'>) => status === 'suspended' && !isErased

export const NOT_SUSPENDED = 'Suspend this user first. Erasing cannot be undone.'
export const ALREADY_ERASED = 'This user has already been erased.'
export const WRONG_ADDRESS = 'This is not the email address of this user.'

/** Entered by hand, so that the right person is erased. */
export const Erasure = z.object({ email: emailAddress('Please enter the email address of this user') })
export type Erasure = z.infer<typeof Erasure>

/** Lists are oldest first. Without hashes, keys and the texts of emails. */
export const PersonalData = z.object({
  exportedAt: Instant,
  account: z.extend(
    z.pick(User, {
      id: true,
      firstName: true,
      lastName: true,
      username: true,
      email: true,
      role: true,
      status: true,
      organization: true,
      createdAt: true,
    }),
    { emailVerifiedAt: z.nullable(Instant), mfaEnabledAt: z.nullable(Instant) },
  ),
  notifications: z.array(z.object({ kind: NotificationKind, isEnabled: z.boolean() })),
  sessions: z.array(
    z.object({
      createdAt: Instant,
      lastUsedAt: Instant,
      ip: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
    }),
  ),
  /** Of earlier sign-ins. A cookie identifies them. */
  knownBrowsers: z.array(z.object({ createdAt: Instant, lastUsedAt: Instant })),
  passkeys: z.array(z.object({ name: z.string(), createdAt: Instant, lastUsedAt: z.nullable(Instant) })),
  /** Accounts at the organization’s identity provider. */
  singleSignOn: z.array(
    z.object({ issuer: z.string(), subject: z.string(), createdAt: Instant, lastUsedAt: z.nullable(Instant) }),
  ),
  apiTokens: z.array(
    z.object({
      name: z.string(),
      scopes: z.array(z.string()),
      allowedAddresses: z.array(z.string()),
      createdAt: Instant,
      lastUsedAt: z.nullable(Instant),
      expiresAt: Instant,
      revokedAt: z.nullable(Instant),
    }),
  ),
  invitations: z.array(z.object({ email: z.string(), createdAt: Instant, acceptedAt: z.nullable(Instant) })),
  documentFeedback: z.array(
    z.object({
      document: z.string(),
      isHelpful: z.boolean(),
      comment: z.nullable(z.string()),
      updatedAt: Instant,
    }),
  ),
  licenseRequests: z.array(
    z.object({
      additionalLicenses: z.int32(),
      businessJustification: z.string(),
      status: LicenseRequestStatus,
      reason: z.nullable(z.string()),
      createdAt: Instant,
    }),
  ),
  tickets: z.array(
    z.object({
      ticketNumber: z.string(),
      title: z.string(),
      description: z.string(),
      rating: z.nullable(z.int32()),
      ratingComment: z.nullable(z.string()),
      createdAt: Instant,
    }),
  ),
  messages: z.array(z.object({ ticketNumber: z.string(), message: z.string(), createdAt: Instant })),
  emails: z.array(z.object({ kind: z.string(), subject: z.string(), sentAt: z.nullable(Instant) })),
  /** From the audit log. */
  activity: z.array(
    z.object({ action: z.string(), outcome: z.string(), ip: z.nullable(z.string()), createdAt: Instant }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

export const personalData = {
  readOwn: {
    method: 'GET',
    url: '/api/account/data',
    config: { access: 'signed-in', closedWhileViewing: 'The file is the customer’s' },
    schema: {
      summary: 'Download what the portal stores about you, as a JSON file',
      response: { 200: PersonalData, ...refusals },
    },
  },
  read: {
    method: 'GET',
    url: '/api/admin/users/:id/data',
    config: { access: 'admin' },
    schema: {
      summary: 'Download what the portal stores about a user, as a JSON file; the download is audited',
      params: IdParams,
      response: { 200: PersonalData, ...refusals },
    },
  },
  erase: {
    method: 'POST',
    url: '/api/admin/users/:id/erase',
    config: { access: 'admin', stepUp: true, consequence: 'access' },
    schema: {
      summary: 'Erase the personal data of a suspended user, for good',
      params: IdParams,
      body: Erasure,
      response: { 200: User, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
