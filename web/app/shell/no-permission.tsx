import { Lock } from 'lucide-react'
import { NO_PERMISSION } from '#contract/errors.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Page } from '#web/ui/page/page.tsx'

export const NoPermission = ({ title }: { title: string }) => (
  <Page title={title}>
    <Empty icon={Lock}>{NO_PERMISSION}</Empty>
  </Page>
)
