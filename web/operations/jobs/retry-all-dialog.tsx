import { formatDateTime } from '#contract/dates.ts'
import { isMailJob, type Job, jobTitle, MOST_COUNTED, type RetryPreview } from '#contract/operations/jobs.ts'
import { countOf } from '#contract/quantities.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useRetryAll, useRetryPreview } from './api.ts'

type Props = { job: Job | undefined; onClose: () => void }

/** Retries what failed until the preview, and nothing that fails after it. */
export function RetryAllDialog({ job, onClose }: Props) {
  const preview = useRetryPreview(job?.name)
  const { mutateAsync } = useRetryAll()
  const { jobs = 0, until = '' } = preview.data ?? {}
  return (
    <ConfirmDialog
      title={job ? `Retry all failed “${jobTitle(job.name)}”?` : 'Retry all failed jobs?'}
      description={`${job ? `${job.description}. ` : ''}Each job runs again, emails included. Jobs that fail again return to this list.`}
      confirm="Retry Jobs"
      tone="primary"
      isDisabled={jobs === 0}
      onConfirm={(confirmed) => mutateAsync({ body: { ...(job && { name: job.name }), until }, confirmed })}
      onClose={onClose}
    >
      <Loaded query={preview} failure={notLoaded('what would be retried')} skeleton={<Skeleton className="h-10" />}>
        {(found) => (
          <ul className="list-disc space-y-1 pl-5">
            {linesOf(found, job?.name).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}

function linesOf({ jobs, emails, recipients, expired, oldestAt }: RetryPreview, name: string | undefined) {
  if (jobs === 0) return ['No failed job is left to retry.']
  const others = isMailJob(name) ? 0 : jobs - emails - expired
  return [
    (emails > 0 || isMailJob(name)) &&
      `${countOf(emails, 'queued email')} to ${countOf(recipients, 'person', 'people')} ${emails === 1 ? 'is' : 'are'} sent.`,
    oldestAt &&
      emails > 0 &&
      `The oldest was written on ${formatDateTime(oldestAt)}. Emails are sent as they were written.`,
    expired > 0 &&
      `${countOf(expired, 'email')} ${expired === 1 ? 'is' : 'are'} not sent, because the link has expired.`,
    others > 0 && `${countOf(others, 'other job runs', 'other jobs run')} again, which may write emails.`,
    jobs > MOST_COUNTED &&
      `Of more than ${MOST_COUNTED.toLocaleString('en-US')} jobs of a kind, the newest are retried. Then retry the others.`,
  ].filter((line) => typeof line === 'string')
}
