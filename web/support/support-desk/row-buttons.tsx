import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'

type Props = { name: string; onEdit: () => void; onDelete: () => void }

export const RowButtons = ({ name, onEdit, onDelete }: Props) => (
  <span className="flex justify-end gap-1">
    <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
      <Pencil />
    </Button>
    <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
      <Trash2 />
    </Button>
  </span>
)
