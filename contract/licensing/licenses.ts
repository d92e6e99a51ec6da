import * as z from 'zod/mini'
import { Done, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import { pageQuery, sortedListQuery, TagSearch } from '#contract/lists.ts'
import { Instant } from '#contract/text.ts'
import { BULK_MAX, LicenseChanges, LicenseDraft, TOO_MANY_AT_ONCE } from './changes.ts'
import { DeviceActivity } from './device-activity.ts'
import { LicenseEvent } from './history.ts'
import { MOVES, Moves } from './moves.ts'
import { LicenseUsage, SilentDays, SilentReport } from './usage.ts'

export const LicenseStatus = z.enum(['active', 'inactive', 'revoked', 'unassigned', 'assigned'])
export type LicenseStatus = z.infer<typeof LicenseStatus>

export const BillingStatus = z.enum(['paid', 'unpaid'])

export const License = z.object({
  id: z.uuid(),
  label: z.string(),
  description: z.nullable(z.string()),
  tags: z.array(z.string()),
  licenseKey: z.string(),
  status: LicenseStatus,
  /** The device UUID as entered. */
  deviceFingerprint: z.nullable(z.string()),
  deviceName: z.nullable(z.string()),
  deviceOs: z.nullable(z.string()),
  billingStatus: BillingStatus,
  lastCheckIn: z.nullable(Instant),
  /** Of the application, at the last check-in. */
  appVersion: z.nullable(z.string()),
  /** End, with grace, of the license file for a device without internet. */
  offlineUntil: z.nullable(Instant),
  organizationId: z.uuid(),
  organizationName: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type License = z.infer<typeof License>
type Status = Pick<License, 'status'>
type LicenseState = Pick<License, 'status' | 'offlineUntil'>

export const BulkAction = z.enum(['revoke', 'restore', 'delete', 'move'])
export type BulkAction = z.infer<typeof BulkAction>

export const BulkChange = z.object({
  action: BulkAction,
  /** On restore: assigns each to its previous device. */
  reserve: z.optional(z.boolean('reserve must be true or false')),
  silent: z.optional(SilentDays), // On release: skips devices that were seen within so many days.
  ids: z.array(z.uuid()).check(
    z.minLength(1, 'Choose at least one license'),
    z.maxLength(BULK_MAX, TOO_MANY_AT_ONCE),
    z.refine((ids) => new Set(ids).size === ids.length, 'Each license can be listed only once'),
  ),
})
export type BulkChange = z.infer<typeof BulkChange>

/** `changed`: the licenses afterwards, or before their deletion. */
export const BulkResult = z.object({
  changed: z.array(License),
  skipped: z.array(z.object({ id: z.uuid(), message: z.string() })),
})
export type BulkResult = z.infer<typeof BulkResult>

export const canRevoke = ({ status }: Status) => status === 'active'
export const canRestore = ({ status }: Status) => status === 'revoked'
/** On restore, an administrator may assign the license to its previous device. */
export const canReserve = ({ status, deviceFingerprint }: Pick<License, 'status' | 'deviceFingerprint'>) =>
  canRestore({ status }) && deviceFingerprint !== null
/** Also changes the UUID of an assigned license. An active one is bound to its device. */
export const canAssign = (license: LicenseState) =>
  license.status === 'unassigned' || (license.status === 'assigned' && !hasOfflineFile(license))
export const canDelete = ({ status }: Status) => status === 'unassigned'

/** Releases the license from its device. */
export const canMove = (license: LicenseState) => license.status === 'active' || hasOfflineFile(license)

/** A device without internet has a license file and runs without being active. */
export const hasOfflineFile = ({ status, offlineUntil }: LicenseState) => status === 'assigned' && offlineUntil !== null

/** Allowed starting points of each status change in the portal. */
export const canBecome = (license: LicenseState, wanted: NonNullable<LicenseChanges['status']>) =>
  ({ revoked: canRevoke, unassigned: canRestore, assigned: canAssign })[wanted](license)

/** All users of the organization may revoke and restore; other changes are for administrators. */
export const needsOrganizationAdmin = ({ status, ...details }: LicenseChanges) =>
  status === 'assigned' || Object.values(details).some((value) => value !== undefined)

/** Which licenses a bulk action can change. */
export const canBulk: Record<BulkAction, (license: LicenseState) => boolean> = {
  revoke: canRevoke,
  restore: canRestore,
  delete: canDelete,
  move: canMove,
}

const url = '/api/licenses'

export const LicenseQuery = z.extend(
  sortedListQuery(LicenseStatus, ['label', 'status', 'deviceName', 'lastCheckIn', 'createdAt']),
  {
    silent: z.optional(SilentDays),
    tag: TagSearch,
  },
)
export const LicenseFilter = z.omit(LicenseQuery, { limit: true, cursor: true })
export type LicenseFilter = z.infer<typeof LicenseFilter>

/** As staff see it while they view the portal as a customer. */
export const hiddenKey = (licenseKey: string) => licenseKey.replaceAll(/(?<=.{8})[^-]/g, '•')

export const isHiddenKey = (licenseKey: string) => licenseKey.includes('•')

export const licenses = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: 'List the organization’s licenses, newest first; admins see all',
      querystring: LicenseQuery,
      response: { 200: z.array(License), ...refusals },
    },
  },
  export: {
    method: 'GET',
    url: `${url}/export`,
    config: { access: 'signed-in licenses:read', closedWhileViewing: 'The file contains license keys' },
    schema: {
      summary: 'Download the list as CSV, with its search, status and sort',
      querystring: LicenseFilter,
      response: refusals,
    },
  },
  silent: {
    method: 'GET',
    url: `${url}/silent`,
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: 'Count active devices without a check-in for 30, 60 and 90 days; list them with ?silent=',
      response: { 200: SilentReport, ...refusals },
    },
  },
  usage: {
    method: 'GET',
    url: `${url}/usage`,
    config: { access: 'signed-in licenses:read' },
    schema: { summary: 'Count licenses by status', response: { 200: LicenseUsage, ...refusals } },
  },
  activity: {
    method: 'GET',
    url: `${url}/:id/activity`,
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: 'Get when and with which versions the device of a license checked in',
      params: IdParams,
      response: { 200: DeviceActivity, ...refusals },
    },
  },
  moves: {
    method: 'GET',
    url: `${url}/:id/moves`,
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: `Get how often the license moved to another device in ${MOVES.days} days`,
      params: IdParams,
      response: { 200: Moves, ...refusals },
    },
  },
  move: {
    method: 'POST',
    url: `${url}/:id/move`,
    config: { access: 'signed-in licenses:write', consequence: 'device' },
    schema: {
      summary: 'Release the license from its device, for another one. If-Match refuses it after a newer change',
      params: IdParams,
      headers: IfMatch,
      response: { 200: License, ...refusals },
    },
  },
  resetMoves: {
    method: 'POST',
    url: `${url}/:id/moves/reset`,
    config: { access: 'staff licenses:write', consequence: 'device' },
    schema: {
      summary: 'Reset the count of device transfers',
      params: IdParams,
      response: { 200: Moves, ...refusals },
    },
  },
  read: {
    method: 'GET',
    url: `${url}/:id`,
    config: { access: 'signed-in licenses:read' },
    schema: { summary: 'One license', params: IdParams, response: { 200: License, ...refusals } },
  },
  history: {
    method: 'GET',
    url: `${url}/:id/history`,
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: 'List the changes of a license, newest first',
      params: IdParams,
      querystring: pageQuery,
      response: { 200: z.array(LicenseEvent), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'org-admin licenses:write', harmless: 'Uses a paid seat; can be deleted', refuses: [404] },
    schema: {
      summary: 'Create a license within the quota',
      body: LicenseDraft,
      response: { 201: License, ...refusals },
    },
  },
  bulk: {
    method: 'POST',
    url: `${url}/bulk`,
    config: { access: 'signed-in licenses:write', consequence: 'device' },
    schema: {
      summary: 'Revoke, restore, release or (for administrators) delete many licenses; says why it skips others',
      body: BulkChange,
      response: { 200: BulkResult, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'signed-in licenses:write', consequence: 'device' },
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
    config: { access: 'org-admin licenses:write', withoutStepUp: 'Frees an unused seat', consequence: 'device' },
    schema: { summary: 'Delete an unassigned license', params: IdParams, response: { 200: Done, ...refusals } },
  },
} as const satisfies Record<string, Endpoint>
