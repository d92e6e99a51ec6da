import type { Organization } from '#contract/operations/organizations.ts'
import { PausedBadge } from '#web/billing/invoices/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useResumeReminders } from '../api.ts'
import type { TabProps } from '../organization-action.ts'

/** Whether it is reminded of what it owes, and until when it is not. */
export const RemindersCard = ({ billing: { organization, remindersPausedUntil: until }, onOpen }: TabProps) => (
  <Card title="Payment Reminders" actions={<Actions organization={organization} until={until} onOpen={onOpen} />}>
    {until ? (
      <PausedBadge until={until} />
    ) : (
      <p className="text-fg2">They go out by mail, before and after the due day of each invoice.</p>
    )}
  </Card>
)

type Props = Pick<TabProps, 'onOpen'> & { organization: Organization; until: string | null }

/** The first button keeps its place, and the focus. */
const Actions = ({ organization, until, onOpen }: Props) => (
  <>
    <Button size="small" onClick={() => onOpen('pause')}>
      {until ? 'Change Day' : 'Pause Reminders'}
    </Button>
    {until && <Resume organization={organization} until={until} />}
  </>
)

function Resume({ organization, until }: { organization: Organization; until: string }) {
  const { mutate, isPending } = useResumeReminders(organization)
  const params = { id: organization.id }
  return (
    <Button
      size="small"
      isPending={isPending}
      onClick={() => mutate({ params, body: { pausedUntil: null } }, () => ({ params, body: { pausedUntil: until } }))}
    >
      Resume Reminders
    </Button>
  )
}
