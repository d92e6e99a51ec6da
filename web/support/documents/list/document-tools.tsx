import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { UrlSearchBox } from '#web/app/lists/url-search-box.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { typeLabel, typeOptions } from '../document-badges.tsx'
import type { DocumentFilter } from '../document-filter.ts'

const NewDocumentDialog = onDemand(async () => (await import('../edit/document-dialogs.tsx')).NewDocumentDialog)

export function DocumentTools({ filter: { type, tag } }: { filter: DocumentFilter }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <UrlSearchBox label="Search documentation" className="sm:w-80" />
      <Select
        aria-label="Type"
        options={[{ value: '', label: 'All types' }, ...typeOptions]}
        value={type ?? ''}
        onChange={(event) => setUrl({ type: event.target.value })}
        className="w-full sm:w-40"
      />
      {type && <Chip onRemove={() => setUrl({ type: null })}>Type: {typeLabel(type)}</Chip>}
      {tag && <Chip onRemove={() => setUrl({ tag: null })}>Tag: {tag}</Chip>}
      {useIsStaff() && <NewDocument />}
    </div>
  )
}

const Chip = ({ children, onRemove }: { children: ReactNode; onRemove: () => void }) => (
  <Button size="small" onClick={onRemove} className="max-w-full">
    <span className="truncate">{children}</span>
    <X aria-hidden />
    <span className="sr-only">Remove filter</span>
  </Button>
)

function NewDocument() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="primary"
        className="max-sm:w-full sm:ml-auto"
        {...intent(NewDocumentDialog)}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
        New Document
      </Button>
      {isOpen && <NewDocumentDialog onClose={() => setOpen(false)} />}
    </>
  )
}
