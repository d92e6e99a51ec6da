import type { NotificationKind } from '#contract/identity/account.ts'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import { orgAdminsWanting } from '#server/domain/users.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findOffice } from './queries.ts'

/** `firstName` is null for an office. */
export type Reader = { id: string; email: string; firstName: string | null }

/** The admins who want to hear of it, or the organization's own address where there is no admin left. */
export async function readersOf(tx: Database, organizationId: string, kind: NotificationKind): Promise<Reader[]> {
  const wanting = await orgAdminsWanting(tx, organizationId, kind)
  return wanting.length > 0 ? wanting : findOffice(tx, organizationId)
}

type EmailDraft = { once: string; compose: (reader: Reader) => Letter; attachment?: Attachment | undefined }

/** A letter to each, none twice: `once` says what is told. */
export async function write(
  { mailer }: Platform,
  tx: Database,
  readers: Reader[],
  { once, compose, ...file }: EmailDraft,
) {
  for (const reader of readers) await mailer.queue(tx, compose(reader), { once: `${once} ${reader.id}`, ...file })
}

/** What is told: a second letter of the same to the same reader is not written. */
export const onceKey = {
  issued: (invoiceId: string) => `invoice-issued ${invoiceId}`,
  /** `count`: how many rows its ledger has. */
  received: (invoiceId: string, count: number) => `payment-received ${invoiceId} ${count}`,
  /** `count`: as for one that was received. */
  reversed: (invoiceId: string, count: number) => `payment-reversed ${invoiceId} ${count}`,
  credited: (creditNoteId: string) => `invoice-credited ${creditNoteId}`,
  reminded: (invoiceId: string, stageDays: number) => `payment-reminder ${invoiceId} ${stageDays}`,
  /** `moment`: when somebody sent it. */
  remindedByHand: (invoiceId: string, moment: string) => `payment-reminder-by-hand ${invoiceId} ${moment}`,
  /** `since`: from when on it is so. `moment`: when it was noticed. */
  billingStatus: (
    billingStatus: string,
    subscriptionId: string,
    { since, moment }: { since: string; moment: string },
  ) => `subscription-${billingStatus} ${subscriptionId} ${since} ${moment}`,
  seats: (changeId: string) => `seats ${changeId}`,
  canceled: (subscriptionId: string, moment: string) => `subscription-canceled ${subscriptionId} ${moment}`,
  resumed: (subscriptionId: string, moment: string) => `subscription-resumed ${subscriptionId} ${moment}`,
  /** `canceledAt` tells one cancellation from another. */
  ending: (subscriptionId: string, canceledAt: string | null, stageDays: number) =>
    `subscription-ending ${subscriptionId} ${canceledAt} ${stageDays}`,
  requested: (requestId: string) => `license-requested ${requestId}`,
  decided: (requestId: string) => `license-request-decided ${requestId}`,
}

/** A number that somebody typed may not do as a file's name. */
const nameOf = (number: string) => `${number.replaceAll(/[\\/:]/g, '-')}.pdf`

type Owned = { organizationId: string; id: string }

/** The invoice, as it is when the letter is sent. */
export const invoiceFile = ({ organizationId, id, invoiceNumber }: Owned & { invoiceNumber: string }): Attachment => ({
  kind: 'invoice',
  id,
  organizationId,
  fileName: nameOf(invoiceNumber),
})

export const creditNoteFile = (note: Owned & { creditNoteNumber: string }): Attachment => ({
  kind: 'credit-note',
  id: note.id,
  organizationId: note.organizationId,
  fileName: nameOf(note.creditNoteNumber),
})
