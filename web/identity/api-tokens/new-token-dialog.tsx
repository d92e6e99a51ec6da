import { SCOPES, type Scope } from '#contract/endpoint.ts'
import { EXPIRY } from '#contract/identity/api-tokens.ts'
import { canGrant, whatAllows } from '#contract/identity/scopes.ts'
import { inWords } from '#contract/text.ts'
import { Secret, COPY_NOW } from '#web/app/parts/secret.tsx'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { FieldNotes, useControl } from '#web/ui/form/field.tsx'
import { CheckboxField, SelectField, TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useCreateToken } from './api.ts'
import { curlWith } from './curl.ts'
import { byNoun, tokenForm } from './token-form.ts'

/** Creates a token, then shows it, which is possible this once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, data: created } = useCreateToken()
  if (created)
    return (
      <Dialog title={`API token “${created.name}”`} description={COPY_NOW} onClose={onClose}>
        <ShownToken token={created.token} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      title="New API Token"
      description="A program that has it acts with your role, within the permissions you choose."
      onClose={onClose}
    >
      <Form
        schema={tokenForm}
        onSubmit={(body, confirmed) => mutateAsync({ body, confirmed })}
        submit="Create Token"
        pending="Creating…"
        cancel={onClose}
      >
        <TextField name="name" label="Name" placeholder="Nightly export" autoComplete="off" />
        <ScopeFields />
        <SelectField
          name="expiresInDays"
          label="Expires after"
          options={LIFETIMES}
          defaultValue={String(EXPIRY.standard)}
        />
        <TextareaField
          name="allowedAddresses"
          label="Allowed addresses (optional)"
          rows={2}
          placeholder="203.0.113.0/24"
          help="One IP address or network per line. Empty: from anywhere."
        />
      </Form>
    </Dialog>
  )
}

const LIFETIMES = [7, 30, EXPIRY.standard, 180, EXPIRY.most].map((days) => ({
  value: String(days),
  label: `${days} days`,
}))

/** Only those that the user's role can use. */
function ScopeFields() {
  const { role } = useCurrentUser()
  const { control, error } = useControl('scopes', false)
  return (
    <fieldset className="grid gap-3" aria-describedby={control['aria-describedby']}>
      <legend className="mb-1.5 font-medium">Permissions</legend>
      {byNoun(SCOPES.filter((scope) => canGrant(role, scope))).map(({ noun, scopes }) => (
        <div key={noun} className="grid gap-x-4 gap-y-2 border-t pt-3 sm:grid-cols-2">
          {scopes.map((scope) => (
            <ScopeField key={scope} scope={scope} />
          ))}
        </div>
      ))}
      <FieldNotes id={control.id} error={error} />
    </fieldset>
  )
}

/** 'licenses:read' → 'Licenses: read' */
const ScopeField = ({ scope }: { scope: Scope }) => (
  <CheckboxField name={scope} label={inWords(scope).replace(':', ': ')} help={whatAllows(scope)} />
)

const ShownToken = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <div className="grid gap-4">
    <Secret label="API token" what="API token" value={token} />
    <Secret label="Try it" what="Command" value={curlWith(token)} />
    <p className="text-fg2">
      Store it like a password. Revoke it here when a program no longer needs it, or if it may have leaked.
    </p>
    <Button variant="primary" className="justify-self-end" ref={focusOnShow} onClick={onceFor(onDone)}>
      Done
    </Button>
  </div>
)
