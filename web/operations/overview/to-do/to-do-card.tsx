import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ApprovalDialog } from '#web/identity/users/parts.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useDashboard } from '../api.ts'
import { customersWithMatters } from './customers.ts'
import { ToDoRow, type Decision } from './to-do-row.tsx'

/** As high while it loads, so that nothing below moves. The totals report a failure. */
export function ToDoCard() {
  const { data, isError } = useDashboard()
  const [decision, decide] = useState<Decision | null>(null)
  if (isError && !data) return null
  const customers = data && customersWithMatters(data.alerts)
  return (
    <Card title="To Do" description="One row per customer, the most important first" flush>
      <div className="h-80 overflow-y-auto border-t">
        {!customers && <SkeletonRows rows={5} />}
        {customers?.length === 0 && <Empty icon={CircleCheck}>Nothing waits for you.</Empty>}
        {customers && customers.length > 0 && (
          <ul className="divide-y">
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
