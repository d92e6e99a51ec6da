import { Link } from 'wouter'
import { isOutstanding } from '#contract/billing/invoices.ts'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { toCents } from '#contract/money.ts'
import { links } from '#web/app/links.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { formatDay } from '#web/app/words/business-days.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

const PaymentDialog = onDemand(async () => (await import('./payment-dialog.tsx')).PaymentDialog)

type Props = Pick<Billing, 'invoices' | 'outstanding' | 'bankDetails'>

/** The outstanding amount and how to pay it, at the top of the page. ?pay=1 opens the dialog. */
export function PaymentBar({ invoices, outstanding, bankDetails }: Props) {
  const [isOpen] = useUrlState('pay')
  if (toCents(outstanding) <= 0) return null
  const open = invoices.filter(isOutstanding).toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))
  const [first] = open
  return (
    <section
      aria-label="Outstanding"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-card px-5 py-3 shadow-card"
    >
      <p className="min-w-0 flex-1">
        <span className="text-lg font-semibold">
          <Rand amount={outstanding} /> outstanding
        </span>
        {first && (
          <span className="block text-[13px] text-fg2">
            {open.length > 1 && `${open.length} invoices. The first is `}
            {open.length === 1 && 'Invoice '}
            {first.invoiceNumber}, due {formatDay(first.dueDate)}.
          </span>
        )}
      </p>
      {open.length === 0 ? (
        <Button onClick={() => setUrl({ invoices: 'all' }, { replace: false })}>View invoices</Button>
      ) : bankDetails ? (
        <Button variant="primary" {...intent(PaymentDialog)} onClick={() => setUrl({ pay: '1' }, { replace: false })}>
          How to pay
        </Button>
      ) : (
        <Link href={links.contactSales} className={buttonClass()}>
          Ask sales how to pay
        </Link>
      )}
      {isOpen && bankDetails && open.length > 0 && (
        <PaymentDialog invoices={open} bankDetails={bankDetails} onClose={() => setUrl({ pay: null })} />
      )}
    </section>
  )
}
