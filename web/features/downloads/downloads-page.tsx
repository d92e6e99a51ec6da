import { Page } from '#web/ui/page.tsx'

export const DownloadsPage = () => <Page title="Downloads">{null}</Page>
