import * as z from 'zod/mini'
import { canMove, type License } from '#contract/licensing/licenses.ts'
import { MOVES, movesUsedUp, type Moves } from '#contract/licensing/moves.ts'
import { basedOn } from '#web/app/api/changed-values.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useMoveLicense, useMoves } from '../api.ts'
import type { DialogProps } from '../changes/opened-license.ts'
import { joinSentences, offlineWarning } from './offline-warning.ts'
import { ResetMovesButton } from './reset-moves-button.tsx'

export function MoveDialog({ license, onClose }: DialogProps) {
  const move = useMoveLicense()
  const moves = useMoves(license.id)
  const isStaff = useIsStaff()
  const save = async (_nothing: object, confirmed: Confirmation) => {
    await move.mutateAsync({ ...basedOn(license), confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Move “${license.label}” to another PC?`}
      description={canMove(license) ? consequenceFor(license) : 'No device runs on it any more.'}
      onClose={onClose}
    >
      <Form
        schema={z.object({})}
        onSubmit={save}
        submit="Move to another PC"
        pending="Moving…"
        disabled={!moves.data?.left || !canMove(license)}
        cancel={onClose}
        secondary={isStaff && moves.data?.used ? <ResetMovesButton license={license} /> : undefined}
      >
        <Loaded query={moves} failure={notLoaded('the moves')} skeleton={<Skeleton className="h-10" />}>
          {(counted) => <MovesLeft moves={counted} />}
        </Loaded>
      </Form>
    </Dialog>
  )
}

function consequenceFor(license: License) {
  const device = license.deviceName ?? 'The device'
  const freed = 'The license becomes free for another PC.'
  const warning = offlineWarning([license])
  if (warning) return joinSentences(`${device} stops at its next check-in.`, warning, freed)
  return `${device} stops at its next check-in, at the latest when its license file ends. ${freed}`
}

const MovesLeft = ({ moves: { used, limit, left, nextAt } }: { moves: Moves }) => (
  <div className="grid gap-2">
    <p>
      <span className="font-medium">
        {used} of {limit} moves used
      </span>
      <span className="block text-[13px] text-fg2">
        Starting the license on another PC counts as a move, and so does typing its key to come back to this one. A move
        counts for {MOVES.days} days.
      </span>
    </p>
    {left === 0 && nextAt && <Alert tone="warning">{movesUsedUp(nextAt)}</Alert>}
  </div>
)
