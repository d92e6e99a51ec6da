import * as z from 'zod/mini'
import { hasChange } from '#contract/endpoint.ts'
import { formatDate } from '#contract/dates.ts'
import { copiedLine, line, optionalParagraph } from '#contract/text.ts'
import { plainUuid } from './fingerprints.ts'

export const UUID_MAX = 128
export const UUID_SHAPE = 'XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX'

export const LABEL_REQUIRED = 'License label is required'
export const LIMIT_REACHED = 'License limit reached. Please upgrade your plan to create more licenses.'
export const NO_SUBSCRIPTION = 'No active subscription found.'
export const ONLY_UNASSIGNED = 'Only unassigned licenses can be deleted.'
export const runsOffline = (until: string) =>
  `A computer without internet can run on a file of this license until ${formatDate(until)}. Give the license to another device instead, or ask support to delete it.`
/** `until`: when fewer of them run than there are seats. */
export const tooManyStillRun = (until: string) =>
  `Computers can still run on at least as many deleted licenses as your organization has seats. Another can be deleted after ${formatDate(until)}. Give this license to another device instead, or ask support to delete it.`
export const ORGANIZATION_SUSPENDED = 'Organization is suspended'
export const DEVICE_TAKEN = 'This device already has a license in your organization.'
export const UUID_REQUIRED = 'Device UUID is required'
/** As many as the longest page of a list. */
export const BULK_MAX = 1000
export const TOO_MANY_AT_ONCE = `At most ${BULK_MAX} licenses can be changed at once.`
export const ORGANIZATION_REQUIRED = 'Organization is required'
export const OTHER_ORGANIZATION = 'Only an admin can choose another organization. Leave it out to use your own.'
export const MOVE_FIRST = 'Another device uses this license. Move the license to another PC first.'
export const SEEN_SINCE = 'The device has been seen again, or got a license file, since the list was shown.'
export const SET_ASIDE = 'This license is reserved for another device. Change its device UUID first.'
export const NO_DEVICE_KNOWN = 'This license has no previous device to reserve it for.'

const label = line({ max: 120, message: LABEL_REQUIRED })
const description = optionalParagraph(1000)
const details = { label, description }

/** Any text: the UUID's shape is a hint, not a rule. */
export const givenFingerprint = copiedLine({ max: UUID_MAX, message: UUID_REQUIRED }).check(z.overwrite(plainUuid))

/** `organizationId` is for admins. Other users always create in their own organization; their API tokens may not name another. */
export const LicenseDraft = z.object({ ...details, organizationId: z.catch(z.optional(z.uuid()), undefined) })
export type LicenseDraft = z.infer<typeof LicenseDraft>

export const LicenseDetails = z.object(details)

export const LicenseAssignment = z.object({ deviceFingerprint: givenFingerprint })

const wantedStatus = z.enum(['revoked', 'unassigned', 'assigned'], 'Status must be revoked, unassigned or assigned')

/** The portal can revoke, restore ('unassigned') and assign. Only a device makes a license active. */
export const LicenseChanges = z
  .partial(
    z.object({
      ...details,
      description: z.nullable(description),
      deviceFingerprint: givenFingerprint,
      status: wantedStatus,
      /** On restore: assigns the license to its previous device, which may then activate it again. */
      reserve: z.boolean('reserve must be true or false'),
    }),
  )
  .check(
    hasChange(),
    z.refine(({ status, deviceFingerprint }) => !deviceFingerprint || !status || status === 'assigned', {
      path: ['deviceFingerprint'],
      error: 'A device can only be given to a license that stays or becomes assigned',
    }),
    z.refine(({ status, reserve }) => !reserve || status === 'unassigned', {
      path: ['reserve'],
      error: 'Only a license that is restored can be reserved for the device it was on',
    }),
  )
export type LicenseChanges = z.infer<typeof LicenseChanges>
