import { StatementButtons } from '#web/billing/statements/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'

export const StatementCard = () => (
  <Card title="Statement" description="Invoices and payments of any days, as a table, PDF or CSV.">
    <StatementButtons />
  </Card>
)
