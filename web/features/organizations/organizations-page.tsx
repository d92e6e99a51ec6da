import { EmptyPage } from '#web/app/empty-page.tsx'

export const OrganizationsPage = () => <EmptyPage title="Organizations" />
