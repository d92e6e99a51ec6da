import { useState, type ReactNode } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { jobTitle, type FailedJob, type JobState } from '#contract/operations/jobs.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useRetryJob } from './api.ts'

type Props = JobState & { footer: ReactNode }

export const FailedJobsTable = ({ jobs, failures, footer }: Props) => (
  <Table
    label="Failures"
    rows={failures}
    columns={columnsFor((name) => jobs.find((job) => job.name === name)?.description)}
    rowKey={({ id }) => id}
    empty={null}
    footer={footer}
    boxed
  />
)

type Describe = (name: string) => string | undefined

const columnsFor = (describe: Describe): Column<FailedJob>[] => [
  {
    key: 'job',
    header: 'Job',
    phone: 'title',
    cell: ({ name, subject }) => (
      <div className="min-w-40 wrap-anywhere">
        <p className="font-medium">{jobTitle(name)}</p>
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
    header: 'Failed',
    cell: ({ failedAt }) => <DateText value={failedAt} format={formatDateTime} full={formatInstant} />,
  },
  {
    key: 'retry',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (job) => <RetryButton {...job} description={describe(job.name)} />,
  },
]

function RetryButton({ id, name, subject, description }: FailedJob & { description: string | undefined }) {
  const { mutateAsync } = useRetryJob()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={`Retry: ${[jobTitle(name), subject].filter(Boolean).join(', ')}`}
        onClick={() => ask(true)}
      >
        Retry
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Retry “${jobTitle(name)}”?`}
          description={[description && `${description}.`, 'It runs again at once, emails included.']
            .filter(Boolean)
            .join(' ')}
          confirm="Retry"
          tone="primary"
          onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
          onClose={() => ask(false)}
        >
          {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
