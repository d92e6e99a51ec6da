import { MailOpen, SearchX } from 'lucide-react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { Mail } from '#contract/operations/outbox.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { mailBadge } from './mail-badge.ts'

type Props = { mails: Mail[]; total: number; isNarrowed: boolean; onOpen: (id: string) => void }

export const MailsTable = ({ mails, total, isNarrowed, onOpen }: Props) => (
  <Table
    label="Mails"
    rows={mails}
    columns={columnsFor(onOpen)}
    rowKey={({ id }) => id}
    onRowClick={({ id }) => onOpen(id)}
    empty={isNarrowed ? <NothingFound /> : <Empty icon={MailOpen}>No mail has been written yet.</Empty>}
    footer={
      mails.length < total
        ? `The newest ${mails.length} of ${total} mails. Search to find the others.`
        : `${total} ${total === 1 ? 'mail' : 'mails'}`
    }
  />
)

const columnsFor = (onOpen: Props['onOpen']): Column<Mail>[] => [
  {
    key: 'subject',
    header: 'Subject',
    phone: 'title',
    cell: ({ id, subject }) => (
      <button
        type="button"
        onClick={() => onOpen(id)}
        className="max-w-96 min-w-0 text-left font-medium hover:underline"
      >
        <Truncate text={subject} />
      </button>
    ),
  },
  { key: 'to', header: 'To', cell: ({ to }) => <Truncate text={to} className="max-w-64" /> },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <Truncate text={kind} className="max-w-48 text-fg2" /> },
  { key: 'status', header: 'Status', cell: ({ status }) => <Badge {...mailBadge(status)} /> },
  {
    key: 'createdAt',
    header: 'Written',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDateTime} full={formatInstant} />,
  },
]

const NothingFound = () => (
  <Empty
    icon={SearchX}
    action={<Button onClick={() => setUrl({ search: null, status: null })}>Clear search and filter</Button>}
  >
    No mails found matching your search.
  </Empty>
)
