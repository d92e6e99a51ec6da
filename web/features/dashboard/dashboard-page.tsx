import { Page } from '#web/ui/page.tsx'

export const DashboardPage = () => <Page title="Dashboard">{null}</Page>
