import { useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'

const JobsDialog = onDemand(async () => (await import('./jobs-dialog.tsx')).JobsDialog)

/** For admins: opens the list of jobs, which ?jobs=1 opens as well. */
export function JobsButton() {
  const [shown, setShown] = useUrlState('jobs', { push: true })
  return (
    <>
      <Button variant="link" size="inline" {...intent(JobsDialog)} onClick={() => setShown('1')}>
        View jobs
      </Button>
      {shown && <JobsDialog onClose={() => setShown('')} />}
    </>
  )
}
