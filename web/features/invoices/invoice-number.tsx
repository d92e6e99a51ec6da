import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { id: string; invoiceNumber: string }

/** Opens the invoice above whatever screen it stands on. */
export const InvoiceNumber = ({ id, invoiceNumber }: Props) => (
  <Button
    variant="link"
    size="inline"
    title={invoiceNumber}
    className="max-w-60 max-sm:min-h-10"
    onClick={() => setUrl({ invoice: id }, { replace: false })}
  >
    <span className="truncate">{invoiceNumber}</span>
  </Button>
)
