import { useMutation } from '@tanstack/react-query'
import { paymentProofs } from '#contract/billing/payment-proofs.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { uploadAttachment, CUT_OFF } from '#web/app/api/upload.ts'

export const useProofs = (invoiceId: string) => useRead(paymentProofs.list, { params: { id: invoiceId } })

const failure = 'The proof of payment was not sent'

/** Resolves to undefined if the user stopped the upload. */
export const useUploadProof = () =>
  useMutation({
    mutationFn: (upload: Parameters<typeof uploadAttachment>[0]) =>
      uploadAttachment(upload).catch((error: Error) => {
        if (upload.signal.aborted) return undefined
        throw error
      }),
    meta: { failure, fallback: CUT_OFF },
  })

export const useSendProof = () =>
  useWrite(paymentProofs.create, {
    success: ['Proof of payment sent', 'We mark the invoice paid once the money has arrived.'],
    failure,
    refresh: [paymentProofs.list],
  })
