import { Page } from '#web/ui/page.tsx'

export const AccountPage = () => <Page title="Account">{null}</Page>
