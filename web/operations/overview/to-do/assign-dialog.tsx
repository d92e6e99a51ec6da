import * as z from 'zod/mini'
import { namedOptions } from '#web/app/words/named-options.ts'
import { useAssignees } from '#web/support/tickets/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useAssignCustomer } from './api.ts'
import type { Customer } from './customers.ts'

const Owned = z.object({ ownerId: z.string() })

type Props = { organization: NonNullable<Customer['organization']>; onClose: () => void }

export function AssignDialog({ organization: { id, name, owner }, onClose }: Props) {
  const { mutateAsync } = useAssignCustomer()
  const save = async ({ ownerId }: z.infer<typeof Owned>) => {
    await mutateAsync({ params: { id }, body: { ownerId: ownerId || null } })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Assign ${name}`}
      description="Only staff see who looks after an organization."
      onClose={onClose}
    >
      <Loaded query={useAssignees()}>
        {(staff) => (
          <Form schema={Owned} onSubmit={save} submit="Assign" pending="Assigning…" cancel={onClose}>
            <SelectField
              name="ownerId"
              label="Account owner"
              options={[{ value: '', label: 'No one' }, ...namedOptions(staff)]}
              defaultValue={owner?.id ?? ''}
            />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}
