import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Invoice } from '#contract/billing/invoices.ts'
import { PROOF_ENDINGS, WRONG_PROOF } from '#contract/billing/payment-proofs.ts'
import { inMegabytes, largerThan, EMPTY_FILE } from '#contract/releases/file-sizes.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { formatSize } from '#contract/quantities.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useSendProof, useUploadProof } from './api.ts'

type Props = { invoice: Invoice; onClose: () => void }

const NoFields = z.object({})

/** Nothing is uploaded before 'Send'. Closing the dialog stops the upload. */
export function SendProofDialog({ invoice, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const upload = useUploadProof()
  const { mutateAsync } = useSendProof()
  const running = useRef(new AbortController())
  const problem = file && problemOf(file)

  useEffect(() => () => running.current.abort(), [])

  const send = async (_fields: object, confirmed: Confirmation) => {
    if (!file) return
    running.current = new AbortController()
    const { signal } = running.current
    const url = await upload.mutateAsync({ file, signal, onProgress: () => undefined })
    // Thrown, so that the form still counts as unsaved.
    if (!url) throw new Error('Stopped')
    await mutateAsync({ params: { id: invoice.id }, body: { url, fileName: file.name }, confirmed })
    onClose()
  }

  return (
    <Dialog
      title="Send proof of payment"
      description={
        <>
          For invoice {invoice.invoiceNumber}, <Rand amount={invoice.balance} /> outstanding. Our sales team gets an
          email with a link to the file.
        </>
      }
      onClose={onClose}
    >
      <Form
        schema={NoFields}
        onSubmit={send}
        submit="Send"
        pending="Sending…"
        isStoppable={upload.isPending}
        disabled={!file || problem !== undefined}
        cancel={onClose}
      >
        <FileField
          name="url"
          label="Your bank’s confirmation"
          accept={PROOF_ENDINGS}
          placeholder="Choose a PDF or picture, or drop it here"
          help={
            problem ?? (file ? formatSize(file.size) : `PDF, PNG or JPEG, up to ${inMegabytes(MAX_SIZE.attachment)}.`)
          }
          onPick={setFile}
        />
      </Form>
    </Dialog>
  )
}

function problemOf({ name, size }: File) {
  if (!PROOF_ENDINGS.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return WRONG_PROOF
  if (size === 0) return EMPTY_FILE
  return size > MAX_SIZE.attachment ? largerThan(MAX_SIZE.attachment) : undefined
}
