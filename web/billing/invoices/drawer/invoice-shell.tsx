import { ReceiptText } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { InvoiceDetail } from '#contract/billing/payments.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useInvoice } from '../api.ts'

type Props = {
  id: string
  onClose: () => void
  describe: (invoice: InvoiceDetail) => ReactNode
  children: (invoice: InvoiceDetail) => ReactNode
}

/** The drawer that admins and customers share. */
export function InvoiceShell({ id, onClose, describe, children }: Props) {
  const invoice = useInvoice(id)
  const { data, error } = invoice
  return (
    <Dialog
      side="right"
      title={data ? `Invoice ${data.invoiceNumber}` : 'Invoice'}
      description={data && describe(data)}
      onClose={onClose}
    >
      {isNotFound(error) ? (
        <Empty icon={ReceiptText}>This invoice does not exist.</Empty>
      ) : (
        <Loaded query={invoice} failure={notLoaded('the invoice')}>
          {(read) => <div className="grid gap-5">{children(read)}</div>}
        </Loaded>
      )}
    </Dialog>
  )
}

export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
