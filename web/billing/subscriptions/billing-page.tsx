import { AdminBilling } from '#web/billing/admin-billing/parts.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { CustomerBilling } from './customer-billing.tsx'

export const BillingPage = () => (useIsAdmin() ? <AdminBilling /> : <CustomerBilling />)
