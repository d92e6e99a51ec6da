import { countOf, canBulk, type BulkAction, type License } from '#contract/licenses.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useChangeMany } from './api.ts'

type Words = { verb: string; pending: string; able: string; consequence: string }

const words: Record<BulkAction, Words> = {
  revoke: {
    verb: 'Revoke',
    pending: 'Revoking…',
    able: 'revoked',
    consequence:
      'Their devices stop working at their next check-in. You can restore the licenses later, for any device.',
  },
  restore: {
    verb: 'Restore',
    pending: 'Restoring…',
    able: 'restored',
    consequence: 'They become free for any device and forget the one they had.',
  },
  delete: { verb: 'Delete', pending: 'Deleting…', able: 'deleted', consequence: 'This action cannot be undone.' },
}

/** What keeps the others from it. */
const unfit: Record<BulkAction, string> = { revoke: 'active', restore: 'revoked', delete: 'unassigned' }

type Props = { action: BulkAction; chosen: License[]; onDone: () => void; onClose: () => void }

/** Only those that can be changed are sent: what the server then skips has changed meanwhile. */
export function BulkDialog({ action, chosen, onDone, onClose }: Props) {
  const { mutateAsync } = useChangeMany()
  const { verb, pending, able, consequence } = words[action]
  const fit = chosen.filter(canBulk[action])
  const others = chosen.length - fit.length

  const change = async () => {
    await mutateAsync({ body: { action, ids: fit.map(({ id }) => id) } })
    onDone()
  }

  return (
    <ConfirmDialog
      title={`${verb} ${countOf(fit.length)}?`}
      description={`${others > 0 ? `${fit.length} of ${chosen.length} can be ${able}; ${others} ${others === 1 ? 'is' : 'are'} not ${unfit[action]}. ` : ''}${consequence}`}
      confirm={verb}
      pending={pending}
      tone={action === 'restore' ? 'primary' : 'danger'}
      onConfirm={change}
      onClose={onClose}
    />
  )
}
