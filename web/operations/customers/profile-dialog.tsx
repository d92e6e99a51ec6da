import { useState } from 'react'
import * as z from 'zod/mini'
import { CUSTOMER_TAGS_MAX, type CustomerDetail } from '#contract/operations/customers.ts'
import { namedOptions } from '#web/app/words/named-options.ts'
import { useAssignees } from '#web/support/tickets/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { commaSeparated } from '#web/ui/form/form-values.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useSetOwner, useSetTags } from './api.ts'

type Props = { customer: CustomerDetail; onClose: () => void }

const Profile = z.object({ ownerId: z.string(), tags: z.string() })

export function ProfileDialog({ customer, onClose }: Props) {
  const [{ id, name, owner, tags }] = useState(customer)
  const staff = useAssignees()
  const [setOwner, setTags] = [useSetOwner(), useSetTags(tags)]
  const params = { id }

  const save = async (profile: z.infer<typeof Profile>) => {
    const wanted = commaSeparated(profile.tags)
    if (wanted.join() !== tags.join()) await setTags.mutateAsync({ params, body: { tags: wanted } })
    if (profile.ownerId !== (owner?.id ?? ''))
      await setOwner.mutateAsync({ params, body: { ownerId: profile.ownerId || null } })
    onClose()
  }

  return (
    <Dialog
      size="small"
      title="Account owner and tags"
      description={`Only staff see who looks after ${name} and how it is tagged.`}
      onClose={onClose}
    >
      <Loaded query={staff}>
        {(people) => (
          <Form schema={Profile} onSubmit={save} submit="Save" pending="Saving…" cancel={onClose}>
            <SelectField
              name="ownerId"
              label="Account owner"
              options={[{ value: '', label: 'No one' }, ...ownerOptions(people, owner)]}
              defaultValue={owner?.id ?? ''}
            />
            <TextField
              name="tags"
              label="Tags"
              help={`Separated by commas, at most ${CUSTOMER_TAGS_MAX}.`}
              defaultValue={tags.join(', ')}
              autoComplete="off"
            />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}

type Person = NonNullable<CustomerDetail['owner']>

/** A former colleague stays until someone else is chosen. */
const ownerOptions = (people: Person[], owner: Person | null) => {
  const isMissing = owner !== null && people.every(({ id }) => id !== owner.id)
  return namedOptions([...(isMissing ? [owner] : []), ...people])
}
