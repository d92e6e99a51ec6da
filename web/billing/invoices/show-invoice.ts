import { navigate } from 'wouter/use-browser-location'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'

export const showInvoice = (id: string) => setUrl({ invoice: id }, { replace: false })

const SCREENS = ['/billing', '/admin/billing', '/admin/organizations']

export function showReversal(id: string, paymentId: string) {
  if (SCREENS.includes(window.location.pathname)) setUrl({ invoice: id, reverse: paymentId }, { replace: false })
  else navigate(links.reversal(id, paymentId))
}
