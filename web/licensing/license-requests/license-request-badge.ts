import type { LicenseRequestStatus } from '#contract/licensing/license-requests.ts'
import type { Tone } from '#web/ui/tone.ts'

const looks: Record<LicenseRequestStatus, { tone: Tone; children: string }> = {
  pending: { tone: 'warning', children: 'Pending' },
  approved: { tone: 'success', children: 'Approved' },
  declined: { tone: 'danger', children: 'Declined' },
}

export const licenseRequestBadge = (status: LicenseRequestStatus) => looks[status]
