import { useState } from 'react'
import { ENROLLMENT_PROPERTY, type EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { Secret, COPY_NOW } from '#web/app/parts/secret.tsx'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useCreateKey, useChangeKey } from './api.ts'
import { keyForm, keyFormForOrganization, dayOf } from './key-form.ts'

/** Creates a key, then shows it, which is possible this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, data: created } = useCreateKey()
  const isAdmin = useIsAdmin()
  const [schema] = useState(() => (isAdmin ? keyFormForOrganization : keyForm(undefined)))

  if (created)
    return (
      <Dialog title={`Enrollment key “${created.label}”`} description={COPY_NOW} onClose={onClose}>
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

type Props = { stored: EnrollmentKey; onClose: () => void }

export function EditKeyDialog({ stored, onClose }: Props) {
  const { mutateAsync } = useChangeKey()
  const changesIn = useChangedValues(stored)
  const [schema] = useState(() => keyForm(stored))
  return (
    <Dialog title="Edit Enrollment Key" description="The key itself doesn’t change." onClose={onClose}>
      <Form
        schema={schema}
        onSubmit={async (body, confirmed) => {
          const changes = changesIn(body)
          if (changes) await mutateAsync({ params: stored, body: changes, confirmed })
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

const KeyFields = ({ stored }: { stored?: EnrollmentKey }) => (
  <>
    <TextField name="label" label="Name" placeholder="Lab roll-out" autoComplete="off" defaultValue={stored?.label} />
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="expiresAt"
        label="Last day (optional)"
        type="date"
        defaultValue={stored?.expiresAt ? dayOf(stored.expiresAt) : ''}
        help="Works until the end of that day."
      />
      <TextField
        name="maxUses"
        label="Uses (optional)"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No limit"
        defaultValue={stored?.maxUses ?? ''}
        help="Maximum number of devices."
      />
    </div>
    <CheckboxField
      name="createsLicenses"
      label="Create licenses when none are free"
      help="Within the seats of the plan, named after the device."
      defaultChecked={stored?.createsLicenses ?? true}
    />
  </>
)

type ShownProps = { enrollmentKey: string; onDone: () => void }

const ShownKey = ({ enrollmentKey, onDone }: ShownProps) => (
  <div className="grid gap-4">
    <Secret label="Enrollment key" what="Enrollment key" value={enrollmentKey} />
    <Secret
      label="Command for a silent installation"
      what="Command"
      value={`msiexec /i Setup.msi /qn ${ENROLLMENT_PROPERTY}=${enrollmentKey}`}
    />
    <p className="text-fg2">
      Run the command on each device, or add it to the tool that distributes your software. The key gives access to your
      free licenses and seats: pause or delete it here when the rollout is done.
    </p>
    <Button variant="primary" className="justify-self-end" ref={focusOnShow} onClick={onceFor(onDone)}>
      Done
    </Button>
  </div>
)
