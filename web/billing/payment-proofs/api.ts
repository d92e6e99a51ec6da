import { paymentProofs } from '#contract/billing/payment-proofs.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { call } from '#web/app/api/call.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { putFile } from '#web/app/api/upload.ts'

export const useProofs = (invoiceId: string) => useRead(paymentProofs.list, { params: { id: invoiceId } })

/** Uploads the file and returns its address. */
export async function uploadProof(file: File, signal: AbortSignal) {
  const { name: fileName, size } = file
  const { uploadURL: url, contentType } = await call(uploads.request, {
    body: { fileName, size, purpose: 'attachment' },
  })
  await putFile({ url, file, contentType, signal, onProgress: () => undefined })
  return url
}

export const useSendProof = () =>
  useWrite(paymentProofs.create, {
    success: ['Proof of payment sent', 'We mark the invoice paid once the money has arrived.'],
    failure: 'The proof of payment was not sent',
    refresh: [paymentProofs.list],
  })
