import { INVITATION_DAYS } from '#contract/identity/team.ts'
import { STAFF_LINK_HOURS } from '#contract/identity/users.ts'
import type { MailKind } from '#contract/operations/mail-kinds.ts'

const HOURS: Partial<Record<MailKind, number>> = {
  'password-reset': 0.5,
  'staff-invitation': STAFF_LINK_HOURS,
  'registration-received': 24,
  'email-verification': 24,
  'email-change': 24,
}

/** How long a link in a mail of this kind may be good. No link outlives an invitation. */
export const linkHours = (kind: MailKind) => HOURS[kind] ?? INVITATION_DAYS * 24
