import type { HistoryField, LicenseEvent } from '#contract/licenses.ts'
import { licenseBadge } from './license-badge.ts'

const deeds: Record<string, string> = {
  created: 'Created',
  edited: 'Edited',
  assigned: 'Assigned to a device',
  activated: 'Activated',
  device_changed: 'Device details changed',
  deactivated: 'Given back',
  revoked: 'Revoked',
  restored: 'Restored',
}

/** An action this browser does not know yet stands under its own name. */
const deedOf = (action: string) =>
  Object.hasOwn(deeds, action)
    ? deeds[action]
    : action.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('_', ' ')

const unknown: Record<LicenseEvent['actor'], string> = {
  user: 'somebody',
  device: 'its device',
  system: 'the portal',
  anonymous: 'somebody',
}

/** 'Revoked by Anna Smith' */
export const eventSentence = ({ action, who, actor }: Pick<LicenseEvent, 'action' | 'who' | 'actor'>) =>
  `${deedOf(action)} by ${who ?? unknown[actor]}`

const fields: Record<HistoryField, string> = {
  label: 'Label',
  description: 'Description',
  status: 'Status',
  deviceFingerprint: 'Device UUID',
  deviceName: 'Device name',
  deviceOs: 'Operating system',
}

type Change = LicenseEvent['changes'][number]

/** 'Status: Active → Revoked'. What had no value before is told by the new one alone. */
export function changeSentence({ field, before, after }: Change) {
  const shown = (value: string) => (field === 'status' ? licenseBadge(value).children : value)
  const now = after === null ? 'none' : shown(after)
  return `${fields[field]}: ${before === null ? now : `${shown(before)} → ${now}`}`
}
