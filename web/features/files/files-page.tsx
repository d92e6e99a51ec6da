import { EmptyPage } from '#web/app/empty-page.tsx'

export const FilesPage = () => <EmptyPage title="File Management" />
