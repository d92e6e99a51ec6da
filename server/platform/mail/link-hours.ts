import { CONFIRM_HOURS, RESET_MINUTES } from '#contract/identity/session.ts'
import { INVITATION_DAYS } from '#contract/identity/team.ts'
import { ADDRESS_LINK_HOURS } from '#contract/identity/users.ts'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'

/** Hours for which the link of an email may work, of the kinds that are sent for their link. */
export const LINK_HOURS: Partial<Record<MailKind, number>> = {
  'registration-received': INVITATION_DAYS * 24,
  'password-reset': RESET_MINUTES / 60,
  'staff-invitation': ADDRESS_LINK_HOURS,
  'email-replaced': ADDRESS_LINK_HOURS,
  'email-verification': CONFIRM_HOURS,
  'email-change': CONFIRM_HOURS,
  'team-invitation': INVITATION_DAYS * 24,
}

/** Whether its reader can't continue without its link. */
export const isAwaited = (kind: MailKind) => LINK_HOURS[kind] !== undefined

/** Why such an email is not sent. */
export const LINK_OVER = 'Its link expired before it could be sent'
