import { useState } from 'react'
import { countWords, type Job, jobTitle } from '#contract/operations/jobs.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { RetryAllDialog } from './retry-all-dialog.tsx'

/** The failures of each kind, and of all if there are several. */
export function FailedKindsTable({ jobs }: { jobs: Job[] }) {
  const failed = jobs.filter((job) => job.failed > 0).toSorted((one, other) => other.failed - one.failed)
  return (
    <Table
      label="Failed jobs by kind"
      rows={failed}
      columns={columns}
      rowKey={({ name }) => name}
      empty={null}
      footer={failed.length > 1 && <RetryAll />}
      boxed
    />
  )
}

const columns: Column<Job>[] = [
  {
    key: 'name',
    header: 'Kind',
    phone: 'title',
    cell: ({ name }) => <span className="font-medium">{jobTitle(name)}</span>,
  },
  { key: 'failed', header: 'Failed', align: 'end', cell: ({ failed }) => countWords(failed) },
  { key: 'retry', header: 'Actions', align: 'end', phone: 'bare', cell: (job) => <RetryAll job={job} /> },
]

function RetryAll({ job }: { job?: Job }) {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button size="small" aria-label={job && `Retry all: ${jobTitle(job.name)}`} onClick={() => ask(true)}>
        {job ? 'Retry all' : 'Retry all kinds'}
      </Button>
      {isAsking && <RetryAllDialog job={job} onClose={() => ask(false)} />}
    </>
  )
}
