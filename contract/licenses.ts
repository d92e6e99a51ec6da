import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from './endpoint.ts'
import { sortedListQuery } from './lists.ts'
import { Instant, line, optionalParagraph } from './text.ts'

export const LicenseStatus = z.enum(['active', 'inactive', 'revoked', 'unassigned', 'assigned'])
export type LicenseStatus = z.infer<typeof LicenseStatus>

export const BillingStatus = z.enum(['paid', 'unpaid'])

export const License = z.object({
  id: z.uuid(),
  label: z.string(),
  description: z.nullable(z.string()),
  licenseKey: z.string(),
  status: LicenseStatus,
  /** The device UUID, as it was typed or sent. */
  deviceFingerprint: z.nullable(z.string()),
  deviceName: z.nullable(z.string()),
  deviceOs: z.nullable(z.string()),
  billingStatus: BillingStatus,
  lastCheckIn: z.nullable(Instant),
  organizationId: z.uuid(),
  organizationName: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type License = z.infer<typeof License>
type Status = Pick<License, 'status'>

export const UUID_MAX = 128
export const UUID_SHAPE = 'XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX'

export const LABEL_REQUIRED = 'License label is required'
export const LIMIT_REACHED = 'License limit reached. Please upgrade your plan to create more licenses.'
export const NO_SUBSCRIPTION = 'No active subscription found.'
export const ONLY_UNASSIGNED = 'Only unassigned licenses can be deleted.'
export const ORGANIZATION_SUSPENDED = 'Organization is suspended'
export const DEVICE_TAKEN = 'This device already has a license in your organization.'
export const UUID_REQUIRED = 'Device UUID is required'
export const ORGANIZATION_REQUIRED = 'Organization is required'
export const CHANGED_MEANWHILE = 'Somebody else has changed this license. Reload it and try again.'

const label = line({ max: 120, message: LABEL_REQUIRED })
const description = optionalParagraph(1000)

/** Device UUIDs are free text: the shape is a hint, not a rule. */
const deviceFingerprint = line({ max: UUID_MAX, message: UUID_REQUIRED })

/** `organizationId` is an admin's choice. Everyone else creates in the own organization, whatever stands here. */
export const LicenseDraft = z.object({ label, description, organizationId: z.catch(z.optional(z.uuid()), undefined) })
export type LicenseDraft = z.infer<typeof LicenseDraft>

/** What the rename dialog sends. */
export const LicenseDetails = z.object({ label, description })

/** What the assign dialog sends. */
export const LicenseAssignment = z.object({ deviceFingerprint })

const wantedStatus = z.enum(['revoked', 'unassigned', 'assigned'], 'Status must be revoked, unassigned or assigned')

/** A portal can revoke, restore ('unassigned') and assign. Only a device makes a license active. */
export const LicenseChanges = z
  .partial(z.object({ label, description: z.nullable(description), deviceFingerprint, status: wantedStatus }))
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Nothing to change'),
    z.refine(({ status, deviceFingerprint }) => !deviceFingerprint || !status || status === 'assigned', {
      path: ['deviceFingerprint'],
      error: 'A device can only be given to a license that stays or becomes assigned',
    }),
  )
export type LicenseChanges = z.infer<typeof LicenseChanges>

export const canRevoke = ({ status }: Status) => status === 'active'
export const canRestore = ({ status }: Status) => status === 'revoked'
/** Also edits the UUID of an assigned license. An active one is bound by its device. */
export const canAssign = ({ status }: Status) => status === 'unassigned' || status === 'assigned'
export const canDelete = ({ status }: Status) => status === 'unassigned'

/** The status machine of the portal: what each wanted status must start from. */
export const canBecome = (license: Status, wanted: NonNullable<LicenseChanges['status']>) =>
  ({ revoked: canRevoke, unassigned: canRestore, assigned: canAssign })[wanted](license)

/** Anyone in the organization may revoke and restore; every other change is for its admins. */
export const needsOrganizationAdmin = ({ status, ...details }: LicenseChanges) =>
  status === 'assigned' || Object.values(details).some((value) => value !== undefined)

export const isQuotaFull = ({ used, limit }: { used: number; limit: number }) => used >= limit

const url = '/api/licenses'

/** The `updatedAt` a change was based on, bare or quoted like an ETag. */
const IfMatch = z.object({ 'if-match': z.optional(z.string().check(z.maxLength(100))) })

export const licenses = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Own organization’s licenses, newest first; all for admins',
      querystring: sortedListQuery(LicenseStatus, ['label', 'status', 'deviceName', 'lastCheckIn', 'createdAt']),
      response: { 200: z.array(License), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'org-admin' },
    schema: {
      summary: 'Create a license within the quota',
      body: LicenseDraft,
      response: { 201: License, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'signed-in' },
    schema: {
      summary:
        'Revoke, restore, assign or rename. If-Match with the license’s updatedAt refuses to overwrite a newer change',
      params: IdParams,
      headers: IfMatch,
      body: LicenseChanges,
      response: { 200: License, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: 'org-admin' },
    schema: { summary: 'Delete an unassigned license', params: IdParams, response: { 200: Done, ...refusals } },
  },
} as const satisfies Record<string, Endpoint>
