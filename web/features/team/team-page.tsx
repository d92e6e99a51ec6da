import { Page } from '#web/ui/page.tsx'

export const TeamPage = () => <Page title="Team">{null}</Page>
