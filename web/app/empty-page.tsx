import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'

export const EmptyPage = ({ title }: { title: string }) => (
  <Page title={title}>
    <Empty>Nothing here yet.</Empty>
  </Page>
)
