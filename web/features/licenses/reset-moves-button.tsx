import { Button } from '#web/ui/button.tsx'
import { useResetMoves } from './api.ts'

/** For the vendor's people, who have been asked for one more. */
export function ResetMovesButton({ id, size }: { id: string; size?: 'small' }) {
  const { mutate, isPending } = useResetMoves()
  return (
    <Button size={size} isPending={isPending} onClick={() => mutate({ params: { id } })}>
      Reset moves
    </Button>
  )
}
