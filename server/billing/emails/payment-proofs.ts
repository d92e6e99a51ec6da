import { composeEmail } from '#server/domain/emails.ts'
import { balanceOf, type InvoiceSums } from '#server/domain/invoices.ts'
import { facts, moneyFact, type Sender } from './parts.ts'

type ProvenPayment = InvoiceSums & {
  id: string
  invoiceNumber: string
  organizationName: string
  person: string
  fileName: string
}

export const paymentProofForSales = (config: Sender, proven: ProvenPayment) =>
  composeEmail(config, {
    kind: 'payment-proof-for-sales',
    to: config.salesEmail,
    subject: `Proof of payment for invoice ${proven.invoiceNumber} on ${config.productName}`,
    title: `${proven.organizationName} sent a proof of payment`,
    paragraphs: [
      facts([
        { label: 'Invoice', value: proven.invoiceNumber },
        moneyFact('Outstanding', balanceOf(proven)),
        { label: 'Sent by', value: proven.person },
        { label: 'File', value: proven.fileName },
      ]),
      'Compare it with the bank account before you record the payment.',
    ],
    action: { label: 'Open the invoice', url: `${config.publicUrl}/admin/billing?invoice=${proven.id}` },
  })
