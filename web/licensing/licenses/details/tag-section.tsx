import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { License } from '#contract/licensing/licenses.ts'
import { TAGS_MAX } from '#contract/licensing/tags.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button, passFocusOn } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { useChangeTags } from '../tags/api.ts'
import { TagDialog } from '../tags/parts.tsx'
import { Section } from './section.tsx'

type Props = { license: License; canEdit: boolean }

export function TagSection({ license, canEdit }: Props) {
  const { mutate } = useChangeTags()
  const [isAdding, setAdding] = useState(false)
  const { id, tags } = license
  if (!canEdit && tags.length === 0) return null
  return (
    <Section title="Tags">
      <ul data-rows aria-label="Tags" className="flex flex-wrap items-center gap-1.5">
        {tags.map((tag) => (
          <li key={tag} className="inline-flex items-center rounded-md bg-neutral-bg pl-2 text-[13px] text-neutral-fg">
            <button type="button" className="min-h-7 hover:underline" onClick={() => setUrl({ license: null, tag })}>
              {tag}
            </button>
            {canEdit ? (
              <button
                type="button"
                ref={passFocusOn}
                aria-label={`Remove tag ${tag}`}
                className="grid size-7 place-items-center rounded-md hover:bg-line"
                onClick={() => mutate({ body: { ids: [id], remove: [tag] } })}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            ) : (
              <span className="w-2" />
            )}
          </li>
        ))}
        {canEdit && tags.length < TAGS_MAX && (
          <li>
            <Button size="small" variant="ghost" {...intent(TagDialog)} onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              Add tag
            </Button>
          </li>
        )}
      </ul>
      {isAdding && <TagDialog chosen={[license]} onClose={() => setAdding(false)} />}
    </Section>
  )
}
