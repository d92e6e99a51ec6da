import * as z from 'zod/mini'
import { formatDateTime } from '#contract/dates.ts'
import { ROTATION_HOURS, type Webhook } from '#contract/operations/webhooks.ts'
import { useChangedValues } from '#web/app/api/changed-values.ts'
import { Secret, COPY_NOW } from '#web/app/parts/secret.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useChangeWebhook, useCreateWebhook, useRotateSecret } from './api.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { changedWebhookForm, newWebhookForm } from './webhook-form.ts'
import { nameOf } from './webhook-words.tsx'

type Closing = { onClose: () => void }

/** Creates a webhook, then shows its secret, which is possible this once. */
export function NewWebhookDialog({ onClose }: Closing) {
  const { mutateAsync, data: created } = useCreateWebhook()
  if (created) return <SecretDialog webhook={created} onClose={onClose} />
  return (
    <Dialog title="New Webhook" description="We send a POST request to this address for each event." onClose={onClose}>
      <Form
        schema={newWebhookForm}
        onSubmit={(body, confirmed) => mutateAsync({ body, confirmed })}
        submit="Create Webhook"
        pending="Creating…"
        cancel={onClose}
      >
        <WebhookFields />
      </Form>
    </Dialog>
  )
}

export function EditWebhookDialog({ webhook, onClose }: Closing & { webhook: Webhook }) {
  const { mutateAsync } = useChangeWebhook(webhook)
  const changesIn = useChangedValues(webhook)
  return (
    <Dialog title={`Edit “${nameOf(webhook)}”`} onClose={onClose}>
      <Form
        schema={changedWebhookForm}
        onSubmit={async (body, confirmed) => {
          const changes = changesIn(body)
          if (changes) await mutateAsync({ params: { id: webhook.id }, body: changes, confirmed })
          onClose()
        }}
        submit="Save"
        pending="Saving…"
        cancel={onClose}
      >
        <WebhookFields webhook={webhook} />
        <CheckboxField
          name="isEnabled"
          label="Send events to this webhook"
          help="While it is off, events are not stored for it."
          defaultChecked={webhook.isEnabled}
        />
      </Form>
    </Dialog>
  )
}

const BOTH_SIGN = `Requests are signed with both secrets for ${ROTATION_HOURS} hours, so that you have time to change your program.`

/** A request has two signatures at most. */
const endOf = ({ previousSecretUntil }: Webhook) =>
  previousSecretUntil
    ? ` The secret from before the last replacement, valid until ${formatDateTime(previousSecretUntil)}, stops signing immediately.`
    : ''

const NO_FIELDS = z.object({})

/** Replaces the secret, then shows the new one. */
export function RotateSecretDialog({ webhook, onClose }: Closing & { webhook: Webhook }) {
  const { mutateAsync, data: rotated } = useRotateSecret()
  if (rotated) return <SecretDialog webhook={rotated} onClose={onClose} />
  return (
    <Dialog
      title={`Replace the secret of “${nameOf(webhook)}”?`}
      description={`${BOTH_SIGN}${endOf(webhook)}`}
      size="small"
      onClose={onClose}
    >
      <Form
        schema={NO_FIELDS}
        onSubmit={(_, confirmed) => mutateAsync({ params: { id: webhook.id }, confirmed })}
        submit="Replace Secret"
        pending="Replacing…"
        cancel={onClose}
      >
        {null}
      </Form>
    </Dialog>
  )
}

const SecretDialog = ({ webhook, onClose }: Closing & { webhook: Webhook & { secret: string } }) => (
  <Dialog title={`Secret of “${nameOf(webhook)}”`} description={COPY_NOW} onClose={onClose}>
    <div className="grid gap-4">
      <Secret label="Secret" what="Secret" value={webhook.secret} />
      <p className="text-fg2">Your program uses it to verify that a request comes from us. Store it like a password.</p>
      <Button variant="primary" className="justify-self-end" ref={focusOnShow} onClick={onceFor(onClose)}>
        Done
      </Button>
    </div>
  </Dialog>
)
