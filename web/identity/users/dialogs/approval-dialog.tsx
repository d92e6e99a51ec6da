import { SIGN_UP_NOT_LOADED, useSignUp } from '#web/operations/sign-ups/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { UserDialog } from './user-dialog.tsx'

type Props = { id: string; action: 'activate' | 'decline'; onClose: () => void }

/** For a list that knows only the id of the pending user. */
export function ApprovalDialog({ id, action, onClose }: Props) {
  const reading = useSignUp(id)
  if (reading.data) return <UserDialog action={action} user={reading.data.user} onClose={onClose} />
  if (!reading.isError) return null
  return (
    <Dialog size="small" title="Registration" onClose={onClose}>
      <Loaded query={reading} failure={SIGN_UP_NOT_LOADED}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}
