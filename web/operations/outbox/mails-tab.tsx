import { MailOpen, SearchX } from 'lucide-react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { mailName } from '#contract/operations/emails/mail-kinds.ts'
import { MailStatus, type Mail } from '#contract/operations/outbox.ts'
import { countOf, newestOf } from '#contract/quantities.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useMailFilter, useMails } from './api.ts'
import { mailBadge } from './mail-badge.ts'

const MailDialog = onDemand(async () => (await import('./mail-dialog.tsx')).MailDialog)

export function MailsTab() {
  const { search, status } = useMailFilter()
  const [openId, open] = useUrlState('mail', { push: true })
  const mails = useMails({ search, status })
  const filters = (
    <ListFilters
      label="Search emails"
      placeholder="Address, subject or kind"
      statuses={statusOptions}
      status={status}
    />
  )
  const opened = mails.data?.rows.find(({ id }) => id === openId)

  return (
    <>
      <Card title="All Emails" flush actions={filters}>
        <Loaded query={mails} failure={notLoaded('the emails')}>
          {({ rows, total }) => (
            <MailsTable mails={rows} total={total} isNarrowed={Boolean(search || status)} onOpen={open} />
          )}
        </Loaded>
      </Card>
      {opened && <MailDialog mail={opened} onClose={() => setUrl({ mail: null, view: null })} />}
    </>
  )
}

type Props = { mails: Mail[]; total: number; isNarrowed: boolean; onOpen: (id: string) => void }

const MailsTable = ({ mails, total, isNarrowed, onOpen }: Props) => (
  <Table
    label="Emails"
    rows={mails}
    columns={columns}
    rowKey={({ id }) => id}
    onRowClick={({ id }) => onOpen(id)}
    empty={isNarrowed ? <NothingFound /> : <Empty icon={MailOpen}>There are no emails.</Empty>}
    footer={
      mails.length < total
        ? `${newestOf(mails.length, total, 'email')}. Search to find the others.`
        : countOf(total, 'email')
    }
  />
)

const columns: Column<Mail>[] = [
  {
    key: 'subject',
    header: 'Subject',
    grow: 60,
    phone: 'title',
    cell: ({ id, subject }) => (
      <OpenLink opens={{ mail: id }} className="block min-w-0 font-medium hover:underline">
        <Truncate text={subject} />
      </OpenLink>
    ),
  },
  { key: 'to', header: 'To', grow: 40, phone: 'line', cell: ({ to }) => <Truncate text={to} /> },
  {
    key: 'kind',
    header: 'Kind',
    phone: 'hidden',
    width: '13vw',
    cell: ({ kind }) => <Truncate text={mailName(kind)} className="max-w-48 text-fg2 sm:max-w-[13vw]" />,
  },
  { key: 'status', header: 'Status', phone: 'status', cell: ({ status }) => <Badge {...mailBadge(status)} /> },
  {
    key: 'createdAt',
    header: 'Written',
    phone: 'note',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDateTime} full={formatInstant} />,
  },
]

const NothingFound = () => (
  <Empty
    icon={SearchX}
    action={<Button onClick={() => setUrl({ search: null, status: null })}>Clear search and filter</Button>}
  >
    No emails found matching your search.
  </Empty>
)

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...MailStatus.options.map((status) => ({ value: status, label: mailBadge(status).children })),
]
