import type { ReactNode } from 'react'
import { HEADINGS } from '#web/app/words/headings.ts'
import { AdminInvoices, OpenedInvoice } from '#web/billing/invoices/parts.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AdminOrganizations } from './organizations-card.tsx'

type Props = { actions?: ReactNode; figures?: ReactNode; children?: ReactNode }

export const AdminBilling = ({ actions, figures, children }: Props) => (
  <Page {...HEADINGS['/admin/billing']} actions={actions}>
    {figures}
    <AdminInvoices />
    {children}
    <AdminOrganizations />
    <OpenedInvoice />
  </Page>
)
