import { useState } from 'react'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { groupedEvents } from '#contract/operations/audit/webhook-events.ts'
import { WebhookFormat, type Webhook } from '#contract/operations/webhooks.ts'
import { isAdmin } from '#contract/roles.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { groupNames } from '#web/operations/audit/group-names.ts'
import { FieldNotes, useControl } from '#web/ui/form/field.tsx'
import { CheckboxField, SelectField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const formatNames: Record<WebhookFormat, string> = {
  standard: 'Signed JSON (Standard Webhooks)',
  text: 'Text for Slack, Mattermost and similar chats',
  teams: 'Card for Microsoft Teams',
}
const FORMATS = WebhookFormat.options.map((value) => ({ value, label: formatNames[value] }))

const CHOICES = [
  { value: 'all', label: 'All events' },
  { value: 'some', label: 'Chosen events' },
]

export function WebhookFields({ webhook }: { webhook?: Webhook }) {
  const [which, choose] = useState(webhook?.events ? 'some' : 'all')
  return (
    <>
      <TextField
        name="url"
        label="Address"
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        defaultValue={webhook?.url}
      />
      <TextField
        name="description"
        label="Description (optional)"
        placeholder="Inventory"
        autoComplete="off"
        defaultValue={webhook?.description ?? ''}
      />
      <SelectField name="format" label="Format" options={FORMATS} defaultValue={webhook?.format ?? 'standard'} />
      <SelectField
        name="which"
        label="Events"
        options={CHOICES}
        value={which}
        onChange={({ target }) => choose(target.value)}
      />
      <EventFields chosen={webhook?.events ?? []} isShown={which === 'some'} />
    </>
  )
}

/** Only those that the user's webhooks can get. Hidden, they stay checked. */
function EventFields({ chosen, isShown }: { chosen: string[]; isShown: boolean }) {
  const { role } = useCurrentUser()
  const { control, error } = useControl('events', false)
  return (
    <fieldset
      hidden={!isShown}
      className="grid gap-4"
      aria-label="Events"
      aria-describedby={control['aria-describedby']}
    >
      {groupedEvents(isAdmin(role) ? 'vendor' : 'organization').map(({ group, events }) => (
        <fieldset key={group} className="grid gap-x-4 border-t pt-3 sm:grid-cols-2 sm:gap-y-2">
          <legend className="sr-only">{groupNames[group]}</legend>
          <span aria-hidden className="font-medium sm:col-span-2">
            {groupNames[group]}
          </span>
          {events.map((event) => (
            <CheckboxField key={event} name={event} label={actionName(event)} defaultChecked={chosen.includes(event)} />
          ))}
        </fieldset>
      ))}
      <FieldNotes id={control.id} error={error} />
    </fieldset>
  )
}
