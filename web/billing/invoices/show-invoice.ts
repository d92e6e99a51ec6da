import { navigate } from 'wouter/use-browser-location'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'

/** Opens its drawer over the screen it stands on; Back closes it. */
export const showInvoice = (id: string) => setUrl({ invoice: id }, { replace: false })

/** Screens that open an invoice over themselves. */
const SCREENS = ['/billing', '/admin/billing', '/admin/organizations']

/** Opens the reversal of a payment over its invoice, wherever its button was pressed. */
export function showReversal(id: string, paymentId: string) {
  if (SCREENS.includes(window.location.pathname)) setUrl({ invoice: id, reverse: paymentId }, { replace: false })
  else navigate(links.reversal(id, paymentId))
}
