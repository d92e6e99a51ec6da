import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { onDemand, intent } from '#web/ui/dialog/on-demand.tsx'

const AdminInvoiceDrawer = onDemand(async () => (await import('./admin-invoice-drawer.tsx')).AdminInvoiceDrawer)

export function OpenedInvoice() {
  const [id] = useUrlState('invoice')
  return id && <AdminInvoiceDrawer key={id} id={id} onClose={() => setUrl({ invoice: null, reverse: null })} />
}

type Props = { id: string; invoiceNumber: string }

/** For admins: opens the invoice on top of the current screen. */
export const InvoiceNumber = ({ id, invoiceNumber }: Props) => (
  <OpenLink
    opens={{ invoice: id }}
    title={invoiceNumber}
    className={buttonClass({ variant: 'link', size: 'inline' }, 'max-w-60 max-sm:min-h-10')}
    {...intent(AdminInvoiceDrawer)}
  >
    <span className="truncate">{invoiceNumber}</span>
  </OpenLink>
)
