import { useState } from 'react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'

const ChangeStatusDialog = onDemand(async () => (await import('./change-status-dialog.tsx')).ChangeStatusDialog)

export function IssueDraft({ invoice }: { invoice: Invoice }) {
  const [isAsking, ask] = useState(false)
  const { invoiceNumber, organizationName } = invoice
  return (
    <>
      <Button variant="primary" {...intent(ChangeStatusDialog)} onClick={() => ask(true)}>
        Issue Invoice
      </Button>
      {isAsking && (
        <ChangeStatusDialog
          invoice={invoice}
          next="issued"
          title={`Issue ${invoiceNumber}?`}
          description={`${organizationName} has not received it yet.`}
          confirm="Issue Invoice"
          success="Invoice Status Updated"
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
