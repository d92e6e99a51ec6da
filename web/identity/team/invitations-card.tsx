import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Invitation } from '#contract/identity/team.ts'
import { countOf, newestOf } from '#contract/quantities.ts'
import { useSuspension } from '#web/app/parts/change-dialog.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { useInvitations } from './api.ts'
import type { OpenDialog } from './invitation-dialog.tsx'
import { RoleBadge } from './team-badges.tsx'

const InvitationDialog = onDemand(async () => (await import('./invitation-dialog.tsx')).InvitationDialog)

export function InvitationsCard({ invitations }: { invitations: ReturnType<typeof useInvitations> }) {
  const [opened, open] = useState<OpenDialog | null>(null)
  const canInvite = !useSuspension().data?.isSuspended
  return (
    <Card title="Invitations" description="Sent but not accepted." flush>
      <Loaded query={invitations} failure={notLoaded('the invitations')}>
        {({ rows, total }) => (
          <Table
            label="List of Invitations"
            rows={rows}
            columns={columnsFor(open, canInvite)}
            rowKey={({ id }) => id}
            empty={<Empty icon={MailPlus}>No open invitations.{canInvite && ' Invite a colleague by email.'}</Empty>}
            footer={rows.length < total ? newestOf(rows.length, total, 'invitation') : countOf(total, 'invitation')}
          />
        )}
      </Loaded>
      {opened && <InvitationDialog {...opened} onClose={() => open(null)} />}
    </Card>
  )
}

const columnsFor = (open: (opened: OpenDialog) => void, canInvite: boolean): Column<Invitation>[] => [
  {
    key: 'email',
    header: 'Email',
    grow: 60,
    phone: 'title',
    cell: ({ email }) => <Truncate text={email} />,
  },
  { key: 'role', header: 'Role', phone: 'status', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    key: 'invitedBy',
    header: 'Invited by',
    grow: 40,
    phone: 'hidden',
    cell: ({ invitedBy }) => <Truncate text={invitedBy} />,
  },
  { key: 'createdAt', header: 'Sent', phone: 'hidden', cell: ({ createdAt }) => <Day value={createdAt} /> },
  {
    key: 'expiresAt',
    header: 'Expires',
    phone: 'line',
    cell: ({ status, expiresAt }) =>
      status === 'expired' ? (
        <Badge tone="warning">Expired</Badge>
      ) : (
        <span>
          <span className="sm:hidden">Expires </span>
          <Day value={expiresAt} />
        </span>
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'note',
    cell: (invitation) => (
      <Actions {...invitation} canInvite={canInvite} onOpen={(action) => open({ action, invitation })} />
    ),
  },
]

const Day = ({ value }: { value: string }) => <DateText value={value} format={formatDate} full={formatInstant} />

type ActionsProps = Pick<Invitation, 'email'> & { canInvite: boolean; onOpen: (action: OpenDialog['action']) => void }

const Actions = ({ email, canInvite, onOpen }: ActionsProps) => (
  <span className="flex gap-2">
    {canInvite && (
      <Button size="small" aria-label={`Resend the invitation of ${email}`} onClick={() => onOpen('resend')}>
        Resend
      </Button>
    )}
    <Button
      size="small"
      variant="ghost"
      aria-label={`Revoke the invitation of ${email}`}
      onClick={() => onOpen('revoke')}
    >
      Revoke
    </Button>
  </span>
)
