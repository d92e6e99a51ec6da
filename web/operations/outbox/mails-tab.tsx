import { MailStatus } from '#contract/operations/outbox.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useMails } from './api.ts'
import { statusOptions } from './mail-badge.ts'
import { MailDialog } from './mail-dialog.tsx'
import { MailsTable } from './mails-table.tsx'

export function MailsTab() {
  const [search] = useUrlState('search')
  const [wanted] = useUrlState('status')
  const [openId, open] = useUrlState('mail', { push: true })
  const status = MailStatus.options.find((option) => option === wanted)
  const mails = useMails({ search, status })
  const filters = (
    <ListFilters label="Search mails" placeholder="Address, subject or kind" statuses={statusOptions} status={status} />
  )
  const opened = mails.data?.rows.find(({ id }) => id === openId)

  return (
    <>
      <Card title="All Mails" flush actions={filters}>
        <Loaded query={mails} failure="Failed to load the mails. Please try again.">
          {({ rows, total }) => (
            <MailsTable mails={rows} total={total} isNarrowed={Boolean(search || status)} onOpen={open} />
          )}
        </Loaded>
      </Card>
      {opened && <MailDialog mail={opened} onClose={() => setUrl({ mail: null, view: null })} />}
    </>
  )
}
