import { setUrl } from '#web/app/url-state.ts'

/** Opens its drawer over the screen it stands on; Back closes it. */
export const showInvoice = (id: string) => setUrl({ invoice: id }, { replace: false })
