import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import type { Config } from '#server/platform/config.ts'
import { letter } from '#server/platform/letter.ts'

type Issued = {
  config: Pick<Config, 'productName' | 'publicUrl'>
  to: { email: string; firstName: string }
  invoice: { invoiceNumber: string; amountCents: number; dueDate: string }
}

/** To each admin of the customer. */
export const invoiceIssued = ({
  config: { productName, publicUrl },
  to: { email, firstName },
  invoice: { invoiceNumber, amountCents, dueDate },
}: Issued) => ({
  kind: 'invoice-issued',
  to: email,
  subject: `Invoice ${invoiceNumber} from ${productName}`,
  ...letter({
    productName,
    title: `Hello ${firstName}`,
    paragraphs: [
      `Invoice ${invoiceNumber} for ${formatRand(amountCents)} is due on ${formatDate(dueDate)}.`,
      'You find it in the portal, as a PDF and with how to pay it.',
    ],
    action: { label: 'Open billing', url: `${publicUrl}/billing` },
  }),
})
