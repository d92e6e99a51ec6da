import type { NotificationKind } from '#contract/identity/account.ts'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { orgAdminsWanting } from '#server/domain/users.ts'
import type { Email } from '#server/platform/mail/email.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findContactAddress } from './queries.ts'

export type Reader = { id: string; email: string; firstName: string | null }

/** Returns the administrators with this notification on, or the organization's address if it has no administrator. */
export async function readersOf(tx: Database, organizationId: string, kind: NotificationKind): Promise<Reader[]> {
  const wanting = await orgAdminsWanting(tx, organizationId, kind)
  return wanting.length > 0 ? wanting : findContactAddress(tx, organizationId)
}

type EmailDraft = { once: string; compose: (reader: Reader) => Email; attachment?: Attachment | undefined }

export async function write(
  { mailer }: Platform,
  tx: Database,
  readers: Reader[],
  { once, compose, ...file }: EmailDraft,
) {
  for (const reader of readers) await mailer.queue(tx, compose(reader), { once: `${once} ${reader.id}`, ...file })
}

/** Identifies an email: with the same key it is sent to the same reader only once. */
export const onceKey = {
  issued: (invoiceId: string) => `invoice-issued ${invoiceId}`,
  received: (invoiceId: string, count: number) => `payment-received ${invoiceId} ${count}`,
  reversed: (invoiceId: string, count: number) => `payment-reversed ${invoiceId} ${count}`,
  credited: (creditNoteId: string) => `invoice-credited ${creditNoteId}`,
  reminded: (invoiceId: string, stageDays: number) => `payment-reminder ${invoiceId} ${stageDays}`,
  remindedByHand: (invoiceId: string, moment: string) => `payment-reminder-by-hand ${invoiceId} ${moment}`,
  billingStatus: (
    billingStatus: string,
    subscriptionId: string,
    { since, moment }: { since: string; moment: string },
  ) => `subscription-${billingStatus} ${subscriptionId} ${since} ${moment}`,
  seats: (changeId: string) => `seats ${changeId}`,
  canceled: (subscriptionId: string, moment: string) => `subscription-canceled ${subscriptionId} ${moment}`,
  resumed: (subscriptionId: string, moment: string) => `subscription-resumed ${subscriptionId} ${moment}`,
  trial: (change: string, subscriptionId: string, moment: string) => `trial-${change} ${subscriptionId} ${moment}`,
  /** `canceledAt` distinguishes repeated cancellations. */
  ending: (subscriptionId: string, canceledAt: string | null, stageDays: number) =>
    `subscription-ending ${subscriptionId} ${canceledAt} ${stageDays}`,
  requested: (requestId: string) => `license-requested ${requestId}`,
  proof: (proofId: string) => `payment-proof ${proofId}`,
  decided: (requestId: string) => `license-request-decided ${requestId}`,
}

/** An admin may have typed a number that is no valid file name. */
const nameOf = (number: string) => `${number.replaceAll(/[\\/:]/g, '-')}.pdf`

/** The PDF is printed when the email is sent. */
export const invoiceFile = ({
  organizationId,
  id,
  invoiceNumber,
}: OwnedRecord & { invoiceNumber: string }): Attachment => ({
  kind: 'invoice',
  id,
  organizationId,
  fileName: nameOf(invoiceNumber),
})

export const creditNoteFile = (note: OwnedRecord & { creditNoteNumber: string }): Attachment => ({
  kind: 'credit-note',
  id: note.id,
  organizationId: note.organizationId,
  fileName: nameOf(note.creditNoteNumber),
})
