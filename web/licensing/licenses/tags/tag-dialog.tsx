import * as z from 'zod/mini'
import type { License } from '#contract/licensing/licenses.ts'
import { Tag } from '#contract/licensing/tags.ts'
import { countOf } from '#contract/quantities.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChangeTags, useTags } from './api.ts'

type Props = { chosen: License[]; onClose: () => void; onDone?: () => void }

const Draft = z.object({ tag: Tag })

/** Suggests the tags that exist, so that a site keeps one spelling. */
export function TagDialog({ chosen, onClose, onDone }: Props) {
  const { mutateAsync } = useChangeTags()
  const known = useTags().data ?? []
  const save = async ({ tag }: z.infer<typeof Draft>) => {
    await mutateAsync({ body: { ids: chosen.map(({ id }) => id), add: [tag] } })
    onDone?.()
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Add tag"
      description={`Groups ${chosen.length === 1 ? `“${chosen[0]?.label}”` : countOf(chosen.length, 'license')}, for example by site or department.`}
      onClose={onClose}
    >
      <Form schema={Draft} onSubmit={save} submit="Add tag" pending="Adding…" cancel={onClose}>
        <TextField name="tag" label="Tag" placeholder="Durban" autoComplete="off" list="known-tags" />
        <datalist id="known-tags">
          {known.map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
        </datalist>
      </Form>
    </Dialog>
  )
}
