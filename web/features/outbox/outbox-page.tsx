import { EmptyPage } from '#web/app/empty-page.tsx'

export const OutboxPage = () => <EmptyPage title="Outbox" />
