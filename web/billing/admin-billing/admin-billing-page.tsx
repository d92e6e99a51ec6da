import { FileUp } from 'lucide-react'
import { useUrlState } from '#web/app/url-state.ts'
import { SendInvoiceDialog } from '#web/billing/invoices/parts.tsx'
import { AgeingCard } from '#web/billing/receivables/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { AdminBilling } from './admin-billing.tsx'
import { BillingCards } from './billing-cards.tsx'
import { BillingSummary } from './billing-summary.tsx'

export function AdminBillingPage() {
  const [isSending, setSending] = useUrlState('send', { push: true })
  return (
    <AdminBilling
      actions={
        <Button variant="primary" {...intent(SendInvoiceDialog)} onClick={() => setSending('1')}>
          <FileUp aria-hidden />
          Upload Invoice
        </Button>
      }
      figures={
        <>
          <BillingCards />
          <AgeingCard />
        </>
      }
    >
      <BillingSummary />
      {isSending && <SendInvoiceDialog onClose={() => setSending('')} />}
    </AdminBilling>
  )
}
