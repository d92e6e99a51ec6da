import type { TicketCategory } from '#contract/support/categories.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDeleteCategory } from './api.ts'

type Props = { category: TicketCategory; onClose: () => void }

export function DeleteCategoryDialog({ category, onClose }: Props) {
  const { mutateAsync } = useDeleteCategory()
  return (
    <ConfirmDialog
      title={`Delete “${category.name}”?`}
      description={consequenceOf(category)}
      confirm="Delete"
      pending="Deleting…"
      onConfirm={() => mutateAsync({ params: { id: category.id } })}
      onClose={onClose}
    />
  )
}

function consequenceOf({ ticketCount }: TicketCategory) {
  if (!ticketCount) return 'No ticket has this category.'
  return ticketCount === 1
    ? 'Its 1 ticket stays, without a category.'
    : `Its ${ticketCount} tickets stay, without a category.`
}
