import { useState } from 'react'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useCreateKey } from './api.ts'
import { KeyFields } from './key-fields.tsx'
import { keyForm, keyFormForOrganization } from './key-form.ts'
import { ShownKey } from './shown-key.tsx'

/** Creates a key, then shows it, which is possible this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, data: created } = useCreateKey()
  const isAdmin = useIsAdmin()
  const [schema] = useState(() => (isAdmin ? keyFormForOrganization : keyForm(undefined)))

  if (created)
    return (
      <Dialog
        title={`Enrollment key “${created.label}”`}
        description="Copy it now. For security, it is not shown again."
        onClose={onClose}
      >
        <ShownKey enrollmentKey={created.enrollmentKey} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      title="New Enrollment Key"
      description="Each device that installs with it claims a license automatically."
      onClose={onClose}
    >
      <Form
        schema={schema}
        onSubmit={(body, confirmed) => mutateAsync({ body, confirmed })}
        submit="Create Key"
        pending="Creating…"
        cancel={onClose}
      >
        {isAdmin && <OrganizationField />}
        <KeyFields />
      </Form>
    </Dialog>
  )
}
