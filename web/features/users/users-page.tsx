import { EmptyPage } from '#web/app/empty-page.tsx'

export const UsersPage = () => <EmptyPage title="Users" />
