import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand, intent } from '#web/ui/dialog/on-demand.tsx'
import { showInvoice } from '../show-invoice.ts'

const AdminInvoiceDrawer = onDemand(async () => (await import('./admin-invoice-drawer.tsx')).AdminInvoiceDrawer)

export function OpenedInvoice() {
  const [id] = useUrlState('invoice')
  return id && <AdminInvoiceDrawer key={id} id={id} onClose={() => setUrl({ invoice: null, reverse: null })} />
}

type Props = { id: string; invoiceNumber: string }

/** For admins: opens the invoice on top of the current screen. */
export const InvoiceNumber = ({ id, invoiceNumber }: Props) => (
  <Button
    variant="link"
    size="inline"
    title={invoiceNumber}
    className="max-w-60 max-sm:min-h-10"
    {...intent(AdminInvoiceDrawer)}
    onClick={() => showInvoice(id)}
  >
    <span className="truncate">{invoiceNumber}</span>
  </Button>
)
