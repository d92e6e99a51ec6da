import { useState } from 'react'
import { formatAgo, formatDateTime, formatInstant } from '#contract/dates.ts'
import { canRun, countWords, type Job, jobTitle } from '#contract/operations/jobs.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { AgoText } from '#web/ui/text/ago.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useRunJob } from './api.ts'

export const JobsTable = ({ jobs }: { jobs: Job[] }) => (
  <Table label="Jobs" rows={jobs} columns={columns} rowKey={({ name }) => name} empty={null} boxed />
)

const columns: Column<Job>[] = [
  {
    key: 'name',
    header: 'Job',
    phone: 'title',
    cell: ({ name, description }) => (
      <div className="min-w-48">
        <p className="font-medium">{jobTitle(name)}</p>
        <p className="font-normal text-fg2">{description}</p>
      </div>
    ),
  },
  {
    key: 'schedule',
    header: 'Schedule',
    cell: (job) => <Schedule {...job} />,
  },
  {
    key: 'lastRun',
    header: 'Last run',
    cell: ({ lastRun }) => <LastRun run={lastRun} />,
  },
  {
    key: 'waiting',
    header: 'Waiting',
    align: 'end',
    cell: (job) => <Waiting {...job} />,
  },
  { key: 'failed', header: 'Failed', align: 'end', cell: (job) => <Failed {...job} /> },
  { key: 'run', header: 'Actions', align: 'end', phone: 'bare', cell: (job) => canRun(job) && <RunButton {...job} /> },
]

const Schedule = ({ schedule, nextRun }: Job) =>
  schedule === null ? (
    <span className="text-fg2">On demand</span>
  ) : (
    <span className="inline-grid max-sm:justify-items-end">
      {schedule}
      {nextRun && (
        <span className="text-fg2">
          Next: <DateText value={nextRun} format={formatDateTime} full={formatInstant} />
        </span>
      )}
    </span>
  )

function LastRun({ run }: { run: Job['lastRun'] }) {
  if (!run) return <span className="text-fg2">—</span>
  return (
    <span className="inline-grid justify-items-start gap-1 whitespace-nowrap max-sm:justify-items-end">
      <Badge tone={run.hasSucceeded ? 'success' : 'danger'}>{run.hasSucceeded ? 'Succeeded' : 'Failed'}</Badge>
      <span className="text-fg2">
        <AgoText value={run.finishedAt} format={formatAgo} full={formatInstant} />, took {duration(run.took)}
      </span>
    </span>
  )
}

const SECOND = 1000
const MINUTE = 60 * SECOND

function duration(milliseconds: number) {
  if (milliseconds < SECOND) return `${milliseconds} ms`
  if (milliseconds < MINUTE) return `${(milliseconds / SECOND).toFixed(1)} s`
  return `${Math.floor(milliseconds / MINUTE)} min`
}

const Waiting = ({ waiting, running }: Job) =>
  running > 0 ? `${countWords(waiting)}, ${countWords(running)} running` : countWords(waiting)

const Failed = ({ failed }: Job) =>
  failed > 0 ? (
    <span className="font-medium text-danger">{countWords(failed)}</span>
  ) : (
    <span className="text-fg2">0</span>
  )

/** Says what the job will do, because it may send invoices and emails. */
function RunButton({ name, description }: Job) {
  const run = useRunJob()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={`Run now: ${jobTitle(name)}`}
        isPending={run.isPending}
        onClick={() => ask(true)}
      >
        Run now
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Run “${jobTitle(name)}” now?`}
          description={`${description}. It does what is due by now, emails included.`}
          confirm="Run now"
          tone="primary"
          onConfirm={(confirmed) => run.mutateAsync({ params: { name }, confirmed })}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
