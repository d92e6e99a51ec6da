import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const AdminInvoiceDrawer = onDemand(async () => (await import('./admin-invoice-drawer.tsx')).AdminInvoiceDrawer)

/** What ?invoice= names, with what the vendor can do about it. */
export function OpenedInvoice() {
  const [id] = useUrlState('invoice')
  return id && <AdminInvoiceDrawer key={id} id={id} onClose={() => setUrl({ invoice: null, reverse: null })} />
}
