import { useState, type ComponentProps, type ReactNode } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { canDiscard, isMailJob, jobTitle, type FailedJob, type Job, type JobState } from '#contract/operations/jobs.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useDiscardJob, useRetryJob } from './api.ts'

type Props = JobState & { footer: ReactNode }

export const FailedJobsTable = ({ jobs, failures, footer }: Props) => (
  <Table
    label="Failures"
    rows={failures}
    columns={columnsFor((name) => jobs.find((job) => job.name === name))}
    rowKey={({ id }) => id}
    empty={null}
    footer={footer}
    boxed
  />
)

const columnsFor = (find: (name: string) => Job | undefined): Column<FailedJob>[] => [
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
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (failed) => {
      const job = find(failed.name)
      return (
        <div className="flex justify-end gap-2">
          <RetryButton {...failed} description={job?.description} />
          {job && canDiscard(job) && <DiscardButton {...failed} />}
        </div>
      )
    },
  },
]

function RetryButton({ description, ...job }: FailedJob & { description: string | undefined }) {
  const { mutateAsync } = useRetryJob()
  return (
    <AskedButton
      job={job}
      verb="Retry"
      tone="primary"
      description={[description && `${description}.`, 'It runs again at once, emails included.']
        .filter(Boolean)
        .join(' ')}
      onConfirm={(confirmed) => mutateAsync({ params: { id: job.id }, confirmed })}
    />
  )
}

function DiscardButton(job: FailedJob) {
  const { mutateAsync } = useDiscardJob()
  return (
    <AskedButton
      job={job}
      verb="Discard"
      tone="danger"
      description={`${isMailJob(job.name) ? 'The email is never sent' : 'The job is not retried'}, and its alert ends. This cannot be undone.`}
      onConfirm={(confirmed) => mutateAsync({ params: { id: job.id }, confirmed })}
    />
  )
}

type Question = Pick<ComponentProps<typeof ConfirmDialog>, 'tone' | 'description' | 'onConfirm'> & {
  job: FailedJob
  verb: string
}

function AskedButton({ job: { name, subject }, verb, ...question }: Question) {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={`${verb}: ${[jobTitle(name), subject].filter(Boolean).join(', ')}`}
        onClick={() => ask(true)}
      >
        {verb}
      </Button>
      {isAsking && (
        <ConfirmDialog {...question} title={`${verb} “${jobTitle(name)}”?`} confirm={verb} onClose={() => ask(false)}>
          {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
