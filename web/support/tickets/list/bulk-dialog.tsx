import { countOf } from '#contract/quantities.ts'
import { useCategories } from '#web/support/support-desk/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAssignees, useChangeMany } from '../api.ts'
import { changesOf, changeWords, type BulkChoice } from './bulk-changes.ts'

type Props = { ids: string[]; chosen: BulkChoice; onDone: () => void; onClose: () => void }

/** A bulk change has no undo: the previous values are not stored. */
export function BulkDialog({ ids, chosen, onDone, onClose }: Props) {
  const { mutateAsync } = useChangeMany()
  const { data: categories = [] } = useCategories()
  const { data: people = [] } = useAssignees()
  return (
    <ConfirmDialog
      title={`Change ${countOf(ids.length, 'ticket')}?`}
      description={
        chosen.status === 'resolved' ? 'We email the customers that their tickets are resolved.' : 'No email is sent.'
      }
      confirm="Apply"
      pending="Applying…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ body: { ids, ...changesOf(chosen) }, confirmed }).then(onDone)}
      onClose={onClose}
    >
      <ul aria-label="Changes" className="list-disc pl-5 wrap-anywhere marker:text-fg2">
        {changeWords(chosen, categories, people).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
