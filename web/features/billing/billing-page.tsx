import { Page } from '#web/ui/page.tsx'

export const BillingPage = () => <Page title="Billing">{null}</Page>
