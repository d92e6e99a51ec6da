import { EmptyPage } from '#web/app/empty-page.tsx'

export const AdminBilling = () => <EmptyPage title="Customer Billing Management" />
