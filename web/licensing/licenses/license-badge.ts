import { LicenseStatus } from '#contract/licensing/licenses.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; look?: 'outline'; children: string }

const looks: Record<LicenseStatus, Look> = {
  active: { tone: 'success', children: 'Active' },
  assigned: { tone: 'info', children: 'Assigned' },
  unassigned: { tone: 'neutral', children: 'Unassigned' },
  revoked: { tone: 'danger', children: 'Revoked' },
  inactive: { tone: 'neutral', look: 'outline', children: 'Inactive' },
}

/** For `<Badge {...licenseBadge(status)} />`. A status this browser does not know yet looks unassigned, under its own name. */
export const licenseBadge = (status: string): Look =>
  Object.hasOwn(looks, status) ? looks[status as LicenseStatus] : { ...looks.unassigned, children: status }

export const statusOptions = [
  { value: '', label: 'All statuses' },
  ...LicenseStatus.options.map((status) => ({ value: status, label: looks[status].children })),
]
