import type { NotificationKind, NotificationSetting } from '#contract/identity/account.ts'
import { notificationNames } from '#contract/operations/mails.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useSetNotification } from './api.ts'

const helps: Record<NotificationKind, string> = {
  license_requests: 'When our team has decided on licenses you asked for.',
  invoices: 'When there is a new invoice or credit note, and when we have received a payment.',
  payment_reminders: 'Before an invoice is due, on the day, and while it is overdue.',
  subscription: 'When its seats change, when it is overdue, and when it is canceled or ends.',
  team: 'When somebody you invited joins your organization.',
  tickets: 'When somebody else has written on a ticket that is yours to follow.',
}

export const NotificationsCard = ({ settings }: { settings: NotificationSetting[] }) => (
  <Card
    title="Notifications"
    description="What we write to you about. Mail about the safety of your account is always sent."
  >
    <div className="grid gap-4">
      {settings.map((setting) => (
        <NotificationSwitch key={setting.kind} {...setting} />
      ))}
    </div>
  </Card>
)

/** Shows what was chosen while it is on its way. */
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
