import type { ReactNode } from 'react'
import { inWords } from '#contract/audit.ts'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { FailedJob } from '#contract/jobs.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { useRetryJob } from './api.ts'

type Props = { failures: FailedJob[]; footer: ReactNode }

export const FailedJobsTable = ({ failures, footer }: Props) => (
  <Table
    label="Failures"
    rows={failures}
    columns={columns}
    rowKey={({ id }) => id}
    empty={null}
    footer={footer}
    boxed
  />
)

const columns: Column<FailedJob>[] = [
  {
    key: 'job',
    header: 'Job',
    phone: 'title',
    cell: ({ name, subject }) => (
      <div className="min-w-40 wrap-anywhere">
        <p className="font-medium">{inWords(name)}</p>
        {subject && <p className="font-normal text-fg2">{subject}</p>}
      </div>
    ),
  },
  {
    key: 'message',
    header: 'What went wrong',
    cell: ({ message }) => <span className="block min-w-48 wrap-anywhere max-sm:min-w-0">{message}</span>,
  },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    key: 'failedAt',
    header: 'Given up',
    cell: ({ failedAt }) => <DateText value={failedAt} format={formatDateTime} full={formatInstant} />,
  },
  { key: 'retry', header: 'Actions', align: 'end', phone: 'bare', cell: (job) => <RetryButton {...job} /> },
]

function RetryButton({ id, name, subject }: FailedJob) {
  const retry = useRetryJob()
  return (
    <Button
      size="small"
      aria-label={`Retry: ${[inWords(name), subject].filter(Boolean).join(', ')}`}
      isPending={retry.isPending}
      onClick={() => retry.mutate({ params: { id } })}
    >
      Retry
    </Button>
  )
}
