import { EmptyPage } from '#web/app/empty-page.tsx'

export const LicensesPage = () => <EmptyPage title="License Management" />
