import { Pencil, Trash2 } from 'lucide-react'
import { enrollmentKeyState, type EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { usePauseKey } from './api.ts'
import { EditKeyDialog, type OpenDialog } from './key-dialogs.tsx'

type Props = { stored: EnrollmentKey; onOpen: (opened: OpenDialog) => void }

export const KeyActions = ({ stored, onOpen }: Props) => (
  <span className="-mr-2 inline-flex items-center gap-1">
    {(stored.isPaused || enrollmentKeyState(stored) === 'active') && <PauseOrResume stored={stored} />}
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Edit ${stored.label}`}
      title="Edit"
      {...intent(EditKeyDialog)}
      onClick={() => onOpen({ action: 'edit', stored })}
    >
      <Pencil aria-hidden />
    </Button>
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Delete ${stored.label}`}
      title="Delete"
      onClick={() => onOpen({ action: 'delete', stored })}
    >
      <Trash2 aria-hidden className="text-danger-fg" />
    </Button>
  </span>
)

/** One element for both, so that the focus stays after pausing. */
function PauseOrResume({ stored: { id, label, isPaused } }: Pick<Props, 'stored'>) {
  const { mutate, isPending } = usePauseKey()
  const params = { id }
  const verb = isPaused ? 'Resume' : 'Pause'
  return (
    <Button
      size="small"
      isPending={isPending}
      aria-label={`${verb} ${label}`}
      onClick={onceFor(() => mutate({ params, body: { isPaused: !isPaused } }, () => ({ params, body: { isPaused } })))}
    >
      {verb}
    </Button>
  )
}
