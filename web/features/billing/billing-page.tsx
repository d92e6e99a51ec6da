import { useIsAdmin } from '#web/features/session/api.ts'
import { AdminBilling } from './admin-billing.tsx'
import { CustomerBilling } from './customer-billing.tsx'

export const BillingPage = () => (useIsAdmin() ? <AdminBilling /> : <CustomerBilling />)
