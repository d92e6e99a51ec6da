import { paymentProofs } from '#contract/billing/payment-proofs.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'

export const useProofs = (invoiceId: string) => useRead(paymentProofs.list, { params: { id: invoiceId } })

export const useSendProof = () =>
  useWrite(paymentProofs.create, {
    success: ['Proof of payment sent', 'We mark the invoice paid once the money has arrived.'],
    failure: 'The proof of payment was not sent',
    refresh: [paymentProofs.list],
  })
