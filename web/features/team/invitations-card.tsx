import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Invitation } from '#contract/team.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { Table } from '#web/ui/table.tsx'
import { Truncate } from '#web/ui/truncate.tsx'
import { useInvitations, useResendInvitation, useRevokeInvitation } from './api.ts'
import { RoleBadge } from './team-badges.tsx'

export function InvitationsCard() {
  const invitations = useInvitations()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  return (
    <Card title="Invitations" description="Mailed, and not accepted yet." flush>
      <Loaded query={invitations} failure="Failed to load the invitations. Please try again.">
        {({ rows, total }) => (
          <Table
            label="List of Invitations"
            rows={rows}
            columns={columnsFor(setRevoking)}
            rowKey={({ id }) => id}
            empty={<Empty icon={MailPlus}>No open invitations. Invite a colleague by email.</Empty>}
            footer={total === 1 ? '1 invitation' : `${total} invitations`}
          />
        )}
      </Loaded>
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  )
}

const columnsFor = (revoke: (invitation: Invitation) => void): Column<Invitation>[] => [
  {
    key: 'email',
    header: 'Email',
    phone: 'title',
    cell: ({ email }) => <Truncate text={email} className="max-w-64" />,
  },
  { key: 'role', header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    key: 'invitedBy',
    header: 'Invited by',
    cell: ({ invitedBy }) => <Truncate text={invitedBy} className="max-w-40" />,
  },
  { key: 'createdAt', header: 'Sent', cell: ({ createdAt }) => <Day value={createdAt} /> },
  {
    key: 'expiresAt',
    header: 'Expires',
    cell: ({ status, expiresAt }) =>
      status === 'expired' ? <Badge tone="warning">Expired</Badge> : <Day value={expiresAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (invitation) => <Actions invitation={invitation} onRevoke={() => revoke(invitation)} />,
  },
]

const Day = ({ value }: { value: string }) => <DateText value={value} format={formatDate} full={formatInstant} />

function Actions({ invitation: { id, email }, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { mutate, isPending } = useResendInvitation()
  return (
    <span className="flex gap-2">
      <Button
        size="small"
        isPending={isPending}
        aria-label={`Resend the invitation of ${email}`}
        onClick={() => mutate({ params: { id } })}
      >
        {isPending ? 'Sending…' : 'Resend'}
      </Button>
      <Button size="small" variant="ghost" aria-label={`Revoke the invitation of ${email}`} onClick={onRevoke}>
        Revoke
      </Button>
    </span>
  )
}

function RevokeDialog({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { mutateAsync } = useRevokeInvitation()
  return (
    <ConfirmDialog
      title={`Revoke the invitation of ${email}?`}
      description="The link in the mail stops working at once. You can invite the address again."
      confirm="Revoke"
      pending="Revoking…"
      onConfirm={() => mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  )
}
