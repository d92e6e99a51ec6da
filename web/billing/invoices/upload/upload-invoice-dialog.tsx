import * as z from 'zod/mini'
import { InvoiceFacts } from '#contract/billing/invoices.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { formatSize } from '#contract/sizes.ts'
import { ProgressBar } from '#web/ui/chart/progress-bar.tsx'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileField } from '#web/ui/form/file-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useUploadInvoice } from '../admin-api.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { usePdfUpload, type PdfUpload } from './use-pdf-upload.ts'

/** What is entered; whose invoice it is and where its PDF went are known. */
const Entered = z.omit(InvoiceFacts, { organizationId: true })

type Props = { organization: Pick<Organization, 'id' | 'name'>; onClose: () => void }

export function UploadInvoiceDialog({ organization, onClose }: Props) {
  const { mutateAsync } = useUploadInvoice()
  const { upload, pick } = usePdfUpload()
  const isSent = upload.state === 'sent'

  const save = async (entered: z.output<typeof Entered>, confirmed: Confirmed) => {
    if (!isSent) return
    await mutateAsync({ body: { ...entered, organizationId: organization.id, pdfUrl: upload.url }, confirmed })
    onClose()
  }

  return (
    <Dialog
      title="Upload Invoice"
      description={`${organization.name} sees it as soon as it is saved, and we email it to them.`}
      onClose={onClose}
    >
      <Form
        schema={Entered}
        onSubmit={save}
        onInvalid={tellMissing}
        submit="Upload Invoice"
        pending="Saving…"
        disabled={!isSent}
        cancel={onClose}
      >
        <InvoiceFields onEnter={isSent ? undefined : tellMissing} />
        <FileField
          name="invoice"
          label="Invoice PDF"
          accept=".pdf"
          placeholder="Choose a PDF, or drop it here"
          help={<Progress upload={upload} />}
          onPick={pick}
        />
      </Form>
    </Dialog>
  )
}

const tellMissing = () =>
  toast({
    title: 'Missing Information',
    description: 'Please fill in all required fields and upload a PDF.',
    tone: 'destructive',
  })

function Progress({ upload }: { upload: PdfUpload }) {
  if (upload.state === 'refused')
    return (
      <span role="alert" className="text-danger-fg">
        {upload.problem}
      </span>
    )
  if (upload.state === 'sent') return <span className="text-success-fg">Uploaded.</span>
  if (upload.state === 'none') return 'One .pdf file of at most 10 MB.'
  const { sent, size } = upload
  return (
    <span className="flex items-center gap-3">
      <ProgressBar label="Upload" value={sent} max={size} className="flex-1" />
      {formatSize(sent)} of {formatSize(size)}
    </span>
  )
}
