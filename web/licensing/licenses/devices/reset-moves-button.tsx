import { useState } from 'react'
import type { License } from '#contract/licensing/licenses.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useResetMoves } from '../api.ts'

type Props = { license: Pick<License, 'id' | 'label'>; size?: 'small' }

export function ResetMovesButton({ license: { id, label }, size }: Props) {
  const { mutateAsync } = useResetMoves()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button size={size} onClick={() => ask(true)}>
        Reset moves
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Reset the moves of “${label}”?`}
          description={`The count restarts at 0: the license can move to another PC ${MOVES.limit} more times in ${MOVES.days} days. This can't be undone.`}
          confirm="Reset moves"
          pending="Resetting…"
          tone="primary"
          onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
