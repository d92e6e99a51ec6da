import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useUrlState } from '#web/app/url-state.ts'
import { ApprovalDialog } from '#web/identity/users/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useDashboard } from '../api.ts'
import { customersWithMatters, isSnoozed } from './customers.ts'
import { ToDoRow, type Decision } from './to-do-row.tsx'

/** As high while it loads, so that nothing below moves. The totals report a failure. */
export function ToDoCard() {
  const { data, isError } = useDashboard()
  const [shown, setShown] = useUrlState('snoozed')
  const [decision, decide] = useState<Decision | null>(null)
  if (isError && !data) return null
  const all = data && customersWithMatters(data.alerts)
  const customers = all?.filter((customer) => shown || !isSnoozed(customer))
  const snoozed = all?.filter(isSnoozed).length ?? 0
  const toggle = snoozed > 0 && (
    <Button size="small" aria-expanded={Boolean(shown)} onClick={() => setShown(shown ? '' : '1')}>
      {shown ? 'Hide snoozed' : `Show snoozed (${snoozed})`}
    </Button>
  )
  return (
    <Card title="To Do" description="One row per customer, the most important first" actions={toggle} flush>
      <div className="h-80 overflow-y-auto border-t print:h-auto">
        {!customers && <SkeletonRows rows={5} />}
        {customers?.length === 0 && <Empty icon={CircleCheck}>Nothing waits for you.</Empty>}
        {customers && customers.length > 0 && (
          <ul data-rows className="divide-y">
            {customers.map((customer) => (
              <ToDoRow key={customer.key} customer={customer} onDecide={decide} />
            ))}
          </ul>
        )}
      </div>
      {decision && <ApprovalDialog {...decision} onClose={() => decide(null)} />}
    </Card>
  )
}
