import * as z from 'zod/mini'
import { InvoiceFacts } from '#contract/billing/invoices.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { formatSize } from '#contract/quantities.ts'
import { inMegabytes } from '#contract/releases/file-sizes.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import { ProgressBar } from '#web/ui/chart/progress-bar.tsx'
import { Button } from '#web/ui/button/button.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { AmountInput } from '#web/app/parts/amount-input.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useSendInvoice, useUploadInvoice } from '../admin-api.ts'
import { pdfProblem, usePdfUpload, type PdfUpload } from './pdf-upload.ts'

const ONE_PDF = `One .pdf file of at most ${inMegabytes(MAX_SIZE.invoice)}`

/** The organization is known already. */
const Entered = z.omit(InvoiceFacts, { organizationId: true })

type UploadProps = { organization: Pick<Organization, 'id' | 'name'>; onClose: () => void }

export function UploadInvoiceDialog({ organization, onClose }: UploadProps) {
  const { mutateAsync } = useUploadInvoice()
  const { upload, pick, dropRefused } = usePdfUpload()
  const isSent = upload.state === 'sent'

  const save = async (entered: z.output<typeof Entered>, confirmed: Confirmation) => {
    if (!isSent) return
    const body = { ...entered, organizationId: organization.id, pdfUrl: upload.url }
    await mutateAsync({ body, confirmed }).catch(dropRefused(upload.url))
    onClose()
  }

  return (
    <Dialog
      title="Upload Invoice"
      description={`${organization.name} sees it immediately, and we email it to them.`}
      onClose={onClose}
    >
      <Form
        schema={Entered}
        onSubmit={save}
        onInvalid={showMissing}
        submit="Upload Invoice"
        pending="Saving…"
        disabled={!isSent}
        cancel={onClose}
      >
        <InvoiceFields onEnter={isSent ? undefined : showMissing} />
        <FileField
          name="pdfUrl"
          label="Invoice PDF"
          accept=".pdf"
          placeholder="Choose a PDF, or drop it here"
          help={<Progress upload={upload} />}
          onPick={pick}
        />
        {upload.state === 'failed' && <NotUploaded {...upload} />}
      </Form>
    </Dialog>
  )
}

const showMissing = () =>
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
  if (upload.state === 'none' || upload.state === 'failed') return `${ONE_PDF}.`
  const { sent, size } = upload
  return (
    <span className="flex items-center gap-3">
      <ProgressBar label="Upload" value={sent} max={size} className="flex-1" />
      {formatSize(sent)} of {formatSize(size)}
    </span>
  )
}

const NotUploaded = ({ retry }: { retry: () => void }) => (
  <Alert
    tone="warning"
    action={
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    }
  >
    The PDF was not uploaded.
  </Alert>
)

/** The server prints the PDF if no file is given. */
const WithFile = z.extend(InvoiceFacts, {
  invoice: z.optional(
    z.file().check(({ value, issues }) => {
      const message = pdfProblem(value)
      if (message) issues.push({ code: 'custom', message, input: value })
    }),
  ),
})

export function SendInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSendInvoice()
  const save = async (fields: z.output<typeof WithFile>, confirmed: Confirmation) => {
    await mutateAsync({ fields, confirmed })
    onClose()
  }
  return (
    <Dialog
      title="Upload Invoice"
      description="The organization sees it immediately, and we email it to them."
      onClose={onClose}
    >
      <Form schema={WithFile} onSubmit={save} submit="Upload Invoice" pending="Uploading…" cancel={onClose}>
        <OrganizationField />
        <InvoiceFields />
        <FileField
          name="invoice"
          label="Invoice file (optional)"
          accept=".pdf"
          placeholder="Choose a PDF, or drop it here"
          help={`${ONE_PDF}. Without one, a PDF is made from the details.`}
        />
      </Form>
    </Dialog>
  )
}

/** `onEnter` handles Enter, which does not reach a disabled submit button. */
function InvoiceFields({ onEnter }: { onEnter?: () => void }) {
  const keys = { onKeyDown: ({ key }: React.KeyboardEvent) => key === 'Enter' && onEnter?.() }
  return (
    <>
      <TextField name="invoiceNumber" label="Invoice Number" autoComplete="off" {...keys} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput name="amount" label="Amount (ZAR)" {...keys} />
        <TextField name="dueDate" label="Due Date" type="date" {...keys} />
      </div>
      <TextareaField name="notes" label="Notes" rows={3} />
    </>
  )
}
