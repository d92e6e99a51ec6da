import { FilePlus, FileUp } from 'lucide-react'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { ComposeInvoiceDialog } from '#web/billing/invoice-drafts/parts.tsx'
import { SendInvoiceDialog } from '#web/billing/invoices/parts.tsx'
import { AgeingCard } from '#web/billing/receivables/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { AdminBilling } from './admin-billing.tsx'
import { BillingCards } from './billing-cards.tsx'
import { BillingSummary } from './billing-summary.tsx'

export function AdminBillingPage() {
  const [isSending, setSending] = useUrlState('send', { push: true })
  const [isWriting, setWriting] = useUrlState('compose', { push: true })
  return (
    <AdminBilling
      actions={
        <>
          <Button {...intent(SendInvoiceDialog)} onClick={() => setSending('1')}>
            <FileUp aria-hidden />
            Upload Invoice
          </Button>
          <Button variant="primary" {...intent(ComposeInvoiceDialog)} onClick={() => setWriting('1')}>
            <FilePlus aria-hidden />
            New Invoice
          </Button>
        </>
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
      {isWriting && <ComposeInvoiceDialog onClose={() => setWriting('')} onDone={showDraft} />}
    </AdminBilling>
  )
}

const showDraft = (invoice: string) => setUrl({ compose: null, invoice })
