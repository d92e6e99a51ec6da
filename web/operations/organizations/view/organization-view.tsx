import { useState } from 'react'
import { isNotFound } from '#web/app/api/api-error.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { OpenedInvoice } from '#web/billing/invoices/parts.tsx'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Missing } from '#web/ui/feedback/missing.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { BILLING_FAILED } from '../api.ts'
import type { Action, TabProps } from '../organization-action.ts'
import { OrganizationDialog } from '../organization-dialog.tsx'
import { PaymentsTab } from '../payments/payments-tab.tsx'
import { SubscriptionTab } from '../subscription/subscription-tab.tsx'
import { InvoicesTab } from './invoices-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'

export function OrganizationView({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useOrganizationBilling(id)
  return (
    <Dialog
      size="wide"
      title={query.data?.organization.name ?? 'Organization'}
      description="Its subscription, what it was billed and what it has paid."
      onClose={onClose}
    >
      <div className="[--height:min(43rem,90dvh_-_6.375rem)] min-h-(--height) shrink-0">
        {isNotFound(query.error) ? (
          <Missing what="organization" />
        ) : (
          <Loaded query={query} failure={BILLING_FAILED} skeleton={<Waiting />}>
            {(billing) => <Billing billing={billing} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  )
}

/** No higher than its place, so that the dialog does not scroll before its content is there. */
const Waiting = () => (
  <div className="h-(--height) overflow-hidden">
    <SkeletonRows rows={16} />
  </div>
)

function Billing({ billing }: Pick<TabProps, 'billing'>) {
  const [tab, setTab] = useUrlState('tab', { fallback: 'overview', push: true })
  const [action, setAction] = useState<Action | null>(null)
  const tabs = [
    { value: 'overview', label: 'Overview', content: <OverviewTab billing={billing} onOpen={setAction} /> },
    { value: 'subscription', label: 'Subscription', content: <SubscriptionTab billing={billing} onOpen={setAction} /> },
    { value: 'invoices', label: 'Invoices', content: <InvoicesTab billing={billing} /> },
    { value: 'payments', label: 'Payments', content: <PaymentsTab billing={billing} onOpen={setAction} /> },
  ]
  return (
    <>
      <Tabs label="Billing" tabs={tabs} value={tab} onChange={setTab} />
      <OpenedInvoice />
      {action && (
        <OrganizationDialog action={action} organization={billing.organization} onClose={() => setAction(null)} />
      )}
    </>
  )
}
