import { EmptyPage } from '#web/app/empty-page.tsx'

export const OverviewPage = () => <EmptyPage title="Overview" />
