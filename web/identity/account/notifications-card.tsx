import type { NotificationKind, NotificationSetting } from '#contract/identity/account.ts'
import { notificationNames } from '#contract/operations/emails/mails.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useSetNotification } from './api.ts'

const helps: Record<NotificationKind, string> = {
  license_requests: 'When we approve or decline licenses you requested.',
  invoices: 'New invoices, credit notes and received payments.',
  payment_reminders: 'Before an invoice is due, on the due date and while it’s overdue.',
  subscription: 'Seat changes, overdue payments, cancellation and end.',
  team: 'When someone you invited joins your organization.',
  tickets: 'When someone replies to a ticket you follow.',
}

export const NotificationsCard = ({ settings }: { settings: NotificationSetting[] }) => (
  <Card title="Notifications" description="Choose which emails you get. Security emails are always sent.">
    <div className="grid gap-4">
      {settings.map((setting) => (
        <NotificationSwitch key={setting.kind} {...setting} />
      ))}
    </div>
  </Card>
)

/** Shows the chosen value while it is being saved. */
function NotificationSwitch({ kind, isEnabled }: NotificationSetting) {
  const set = useSetNotification()
  return (
    <Switch
      label={notificationNames[kind]}
      help={helps[kind]}
      checked={set.isPending ? set.variables.body.isEnabled : isEnabled}
      onChange={({ target }) => set.mutate({ body: { kind, isEnabled: target.checked } })}
    />
  )
}
