import { toAmount, toCents } from '#contract/money.ts'
import type { OrganizationBilling } from '#contract/operations/organizations.ts'
import { UpcomingFacts } from '#web/billing/subscriptions/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'

/** Nothing where nothing follows, or the next one is issued already. */
export const UpcomingCard = ({ upcomingInvoice, credit }: Pick<OrganizationBilling, 'upcomingInvoice' | 'credit'>) =>
  upcomingInvoice && (
    <Card title="Next Invoice" description="As things stand today.">
      <div className="grid gap-3">
        <UpcomingFacts invoice={upcomingInvoice} />
        {toCents(credit) > 0 && <p>R{usedOf(credit, upcomingInvoice.amount)} of its credit is used for it.</p>}
      </div>
    </Card>
  )

const usedOf = (credit: string, amount: string) => toAmount(Math.min(toCents(credit), toCents(amount)))
