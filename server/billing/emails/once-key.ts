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
  stands: (standing: string, subscriptionId: string, { since, moment }: { since: string; moment: string }) =>
    `subscription-${standing} ${subscriptionId} ${since} ${moment}`,
  seats: (changeId: string) => `seats ${changeId}`,
  canceled: (subscriptionId: string, moment: string) => `subscription-canceled ${subscriptionId} ${moment}`,
  resumed: (subscriptionId: string, moment: string) => `subscription-resumed ${subscriptionId} ${moment}`,
  /** `canceledAt` tells one cancellation from another. */
  ending: (subscriptionId: string, canceledAt: string | null, stageDays: number) =>
    `subscription-ending ${subscriptionId} ${canceledAt} ${stageDays}`,
  requested: (requestId: string) => `license-requested ${requestId}`,
  decided: (requestId: string) => `license-request-decided ${requestId}`,
}
