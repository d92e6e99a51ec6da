import { useState } from 'react'
import type { EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useChangeKey } from './api.ts'
import { KeyFields } from './key-fields.tsx'
import { keyForm } from './key-form.ts'

type Props = { stored: EnrollmentKey; onClose: () => void }

export function EditKeyDialog({ stored, onClose }: Props) {
  const { mutateAsync } = useChangeKey()
  const [schema] = useState(() => keyForm(stored))
  return (
    <Dialog title="Edit Enrollment Key" description="The key itself stays as it is." onClose={onClose}>
      <Form
        schema={schema}
        onSubmit={async (body, confirmed) => {
          await mutateAsync({ params: stored, body, confirmed })
          onClose()
        }}
        submit="Save"
        pending="Saving…"
        cancel={onClose}
      >
        <KeyFields stored={stored} />
      </Form>
    </Dialog>
  )
}
