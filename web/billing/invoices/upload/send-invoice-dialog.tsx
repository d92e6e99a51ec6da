import * as z from 'zod/mini'
import { InvoiceFacts } from '#contract/billing/invoices.ts'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import type { Confirmed } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useSendInvoice } from '../admin-api.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { pdfProblem } from './pdf-rules.ts'

/** Without a file the portal writes the PDF by itself. */
const Entered = z.extend(InvoiceFacts, {
  invoice: z.optional(
    z.file().check(({ value, issues }) => {
      const message = pdfProblem(value)
      if (message) issues.push({ code: 'custom', message, input: value })
    }),
  ),
})

export function SendInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSendInvoice()
  const save = async (fields: z.output<typeof Entered>, confirmed: Confirmed) => {
    await mutateAsync({ fields, confirmed })
    onClose()
  }
  return (
    <Dialog
      title="Upload Invoice"
      description="The organization sees it as soon as it is saved, and we email it to them."
      onClose={onClose}
    >
      <Form schema={Entered} onSubmit={save} submit="Upload Invoice" pending="Uploading…" cancel={onClose}>
        <OrganizationField />
        <InvoiceFields />
        <FileField
          name="invoice"
          label="Invoice file (optional)"
          accept=".pdf"
          placeholder="Choose a PDF, or drop it here"
          help="One .pdf file of at most 10 MB. Without one, a PDF is made from the details."
        />
      </Form>
    </Dialog>
  )
}
