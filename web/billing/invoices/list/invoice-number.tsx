import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { AdminInvoiceDrawer } from '../drawer/opened-invoice.tsx'
import { showInvoice } from '../show-invoice.ts'

type Props = { id: string; invoiceNumber: string }

/** For admins: opens the invoice above whatever screen it stands on. */
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
