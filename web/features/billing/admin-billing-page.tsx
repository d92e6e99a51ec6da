import { EmptyPage } from '#web/app/empty-page.tsx'

export const AdminBillingPage = () => <EmptyPage title="Billing" />
