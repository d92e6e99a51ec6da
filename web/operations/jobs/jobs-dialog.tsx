import type { ReactNode } from 'react'
import { countWords, FAILURES_KEPT_DAYS, LISTED_FAILURES, type JobState } from '#contract/operations/jobs.ts'
import { newestOf } from '#contract/quantities.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useJobs } from './api.ts'
import { FailedJobsTable } from './failed-jobs-table.tsx'
import { FailedKindsTable } from './failed-kinds-table.tsx'
import { JobsTable } from './jobs-table.tsx'

export const JobsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title="Background jobs"
    description={`Scheduled work in the vendor's time zone, and jobs that failed in the last ${FAILURES_KEPT_DAYS} days.`}
    size="wide"
    onClose={onClose}
  >
    <Loaded query={useJobs()} failure={notLoaded('the background jobs')}>
      {(state) => (
        <div className="grid gap-6">
          <Failures {...state} />
          <Part title="Jobs">
            <JobsTable jobs={state.jobs} />
          </Part>
        </div>
      )}
    </Loaded>
  </Dialog>
)

function Failures({ jobs, failures }: JobState) {
  if (failures.length === 0) return null
  const total = jobs.reduce((sum, { failed }) => sum + failed, 0)
  return (
    <>
      {total > 1 && (
        <Part title={`${countWords(total)} failed jobs`}>
          <FailedKindsTable jobs={jobs} />
        </Part>
      )}
      <Part title="Failures">
        <FailedJobsTable
          jobs={jobs}
          failures={failures}
          footer={total > LISTED_FAILURES && newestOf(LISTED_FAILURES, total, 'failed job')}
        />
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-2">
    <h3 className="font-medium">{title}</h3>
    <div className="min-w-0 overflow-clip rounded-xl border">{children}</div>
  </div>
)
