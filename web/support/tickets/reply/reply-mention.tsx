import { useState } from 'react'
import { namedOptions } from '#web/app/words/named-options.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useAssignees } from '../api.ts'
import { walk } from './reply-canned.tsx'

type Props = { onChoose: (words: string) => void; onClose: () => void }

/** Works with the keyboard like the canned replies. */
export function Mention({ onChoose, onClose }: Props) {
  const [search, setSearch] = useState('')
  const { id: me } = useCurrentUser()
  const people = useAssignees()
  const wanted = search.trim().toLowerCase()
  const choose = (name: string) => {
    onChoose(`@${name} `)
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Mention a colleague"
      description="We email them the note when you add it."
      onClose={onClose}
    >
      <div data-choices className="grid gap-3">
        <Input
          type="search"
          aria-label="Search colleagues"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={walk}
        />
        <Loaded query={people} failure={notLoaded('the colleagues')}>
          {(all) => (
            <ul className="grid max-h-80 gap-1 overflow-y-auto">
              {namedOptions(all)
                .filter(({ value, label }) => value !== me && label.toLowerCase().includes(wanted))
                .map(({ value, label }) => (
                  <li key={value}>
                    <button
                      type="button"
                      onClick={() => choose(label)}
                      onKeyDown={walk}
                      className="w-full truncate rounded-md px-2.5 py-2 text-left hover:bg-neutral-bg focus-visible:outline-offset-[-2px]"
                    >
                      {label}
                    </button>
                  </li>
                ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
