import { formatDate } from '#contract/dates.ts'
import type { HistoryField, LicenseEvent } from '#contract/licensing/history.ts'
import { licenseBadge } from '../license-badge.ts'

const deeds: Record<string, string> = {
  created: 'Created',
  updated: 'Edited',
  assigned: 'Assigned to a device',
  activated: 'Activated',
  enrolled: 'Enrolled',
  'device-changed': 'Device details changed',
  deactivated: 'Released',
  moved: 'Freed for another device',
  transferred: 'Moved to new hardware',
  'moves-reset': 'Moves reset',
  'file-created': 'License file created',
  revoked: 'Revoked',
  restored: 'Restored',
}

/** Unknown actions of a newer server show their name. */
const deedOf = (action: string) =>
  Object.hasOwn(deeds, action)
    ? deeds[action]
    : action.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' ')

const unknown: Record<LicenseEvent['actor'], string> = {
  user: 'someone',
  device: 'its device',
  system: 'the portal',
  anonymous: 'someone',
}

/** 'Revoked by Anna Smith', 'Enrolled with “Lab roll-out” by PC-7' */
export const eventSentence = ({ action, who, actor, changes }: LicenseEvent) =>
  `${deedOf(action)}${withKey(changes)} by ${who ?? unknown[actor]}`

function withKey(changes: LicenseEvent['changes']) {
  const key = changes.find(({ field }) => field === 'enrollmentKey')?.after
  return key ? ` with “${key}”` : ''
}

const fields: Record<HistoryField, string> = {
  label: 'Label',
  description: 'Description',
  tags: 'Tags',
  status: 'Status',
  deviceFingerprint: 'Device UUID',
  deviceName: 'Device name',
  deviceOs: 'Operating system',
  enrollmentKey: 'Enrollment key',
  activation: 'License key',
  afterLoss: 'After it was',
  fileDevice: 'For the device',
  fileExpiresAt: 'Valid until',
}

const shownAs: Partial<Record<HistoryField, (value: string) => string>> = {
  status: (value) => licenseBadge(value).children,
  activation: (value) => (value === 'typed' ? 'typed on the device' : 'stored on the device'),
  afterLoss: (value) => value.toLowerCase(),
  fileExpiresAt: formatDate,
}

type Change = LicenseEvent['changes'][number]

/** 'Status: Active → Revoked', or only the new value if there was none before. */
export function changeSentence({ field, before, after }: Change) {
  const shown = (value: string) => shownAs[field]?.(value) ?? value
  const now = after === null ? 'none' : shown(after)
  return `${fields[field]}: ${before === null ? now : `${shown(before)} → ${now}`}`
}
