import { paymentCodeText, readBankDetails } from '#contract/billing/bank-details.ts'
import { formatRand, toAmount } from '#contract/money.ts'
import { writePayment } from '#server/platform/pdf/payment.ts'
import type { Doc } from '#server/platform/pdf/style.ts'

type PaymentDetails = { bankDetails: string | undefined; amountCents: number; reference: string; hasCode?: boolean }

/** With a QR code for one invoice, because a statement has no single reference. Writes nothing for a vendor without bank details. Returns the y position below. */
export function writeHowToPay(
  doc: Doc,
  start: number,
  { bankDetails, amountCents, reference, hasCode = false }: PaymentDetails,
) {
  if (!bankDetails) return start
  return writePayment(doc, start, {
    title: 'Payment by EFT',
    rows: [
      ['Amount', formatRand(amountCents)],
      ['Reference', reference],
      ...readBankDetails(bankDetails).map(({ label, value }) => [label ?? '', value] as const),
    ],
    code: hasCode ? paymentCodeText({ bankDetails, reference, amount: toAmount(amountCents) }) : '',
    note: 'We never change our bank details by email. Compare them with the portal before you pay.',
  })
}
