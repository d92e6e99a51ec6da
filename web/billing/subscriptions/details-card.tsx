import { useState } from 'react'
import type { BillingDetails } from '#contract/billing/details.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'

const DetailsDialog = onDemand(async () => (await import('./details-dialog.tsx')).DetailsDialog)

export function DetailsCard({ details }: { details: BillingDetails }) {
  const [isEditing, setEditing] = useState(false)
  const { organizationName, contactEmail, phone, address, vatNumber } = details
  const edit = useIsOrgAdmin() && (
    <Button size="small" aria-label="Edit details" {...intent(DetailsDialog)} onClick={() => setEditing(true)}>
      Edit
    </Button>
  )
  return (
    <Card title="Billing details" description="Shown on your invoices." actions={edit}>
      <dl className="grid gap-3">
        <Fact label="Organization">{organizationName}</Fact>
        <Fact label="Contact email">{contactEmail}</Fact>
        <Fact label="Phone">{phone ?? '—'}</Fact>
        <Fact label="Address">
          <span className="whitespace-pre-line">{address ?? '—'}</span>
        </Fact>
        <Fact label="VAT number">{vatNumber ?? '—'}</Fact>
      </dl>
      {isEditing && <DetailsDialog details={details} onClose={() => setEditing(false)} />}
    </Card>
  )
}
