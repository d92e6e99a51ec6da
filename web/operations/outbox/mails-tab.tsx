import { MailOpen, SearchX, Paperclip } from 'lucide-react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { mailName } from '#contract/operations/emails/mail-kinds.ts'
import { MailStatus, refusalToResend, type Mail } from '#contract/operations/outbox.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { useMails } from './api.ts'
import { EmailView } from './email-view.tsx'
import { ResendButton } from './resend-button.tsx'

export function MailsTab() {
  const [search] = useUrlState('search')
  const [wanted] = useUrlState('status')
  const [openId, open] = useUrlState('mail', { push: true })
  const status = MailStatus.options.find((option) => option === wanted)
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
        <Loaded query={mails} failure="Failed to load the emails. Please try again.">
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
    columns={columnsFor(onOpen)}
    rowKey={({ id }) => id}
    onRowClick={({ id }) => onOpen(id)}
    empty={isNarrowed ? <NothingFound /> : <Empty icon={MailOpen}>No email has been written yet.</Empty>}
    footer={
      mails.length < total
        ? `The newest ${mails.length} of ${total} emails. Search to find the others.`
        : `${total} ${total === 1 ? 'email' : 'emails'}`
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
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <Truncate text={mailName(kind)} className="max-w-48 text-fg2" /> },
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
    No emails found matching your search.
  </Empty>
)

const MailDialog = ({ mail, onClose }: { mail: Mail; onClose: () => void }) => (
  <Dialog title={mail.subject} description={`To ${mail.to}`} size="wide" onClose={onClose}>
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-fg2">
        <Badge {...mailBadge(mail.status)} />
        <span>Written {formatDateTime(mail.createdAt)}</span>
        {mail.sentAt && <span>Sent {formatDateTime(mail.sentAt)}</span>}
        {mail.attachment && (
          <a
            href={mail.attachment.url}
            className="inline-flex items-center gap-1 font-medium text-accent underline-offset-4 hover:underline"
          >
            <Paperclip aria-hidden className="size-3.5" />
            {mail.attachment.fileName}
          </a>
        )}
        {!refusalToResend(mail) && <ResendButton mail={mail} />}
      </div>
      {mail.queuedBecause && <Alert>{mail.queuedBecause}</Alert>}
      {mail.lastError && (
        <Alert tone="warning" title={`Attempt ${mail.attempts} failed`}>
          {mail.lastError}
        </Alert>
      )}
      <EmailView {...mail} />
    </div>
  </Dialog>
)

type Look = { tone: Tone; children: string }

const looks: Record<Mail['status'], Look> = {
  sent: { tone: 'success', children: 'Sent' },
  queued: { tone: 'info', children: 'Queued' },
  failed: { tone: 'danger', children: 'Failed, trying again' },
}

const mailBadge = (status: Mail['status']) => looks[status]

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...MailStatus.options.map((status) => ({ value: status, label: looks[status].children })),
]
