import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import { links } from '#web/app/links.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { ActivateButton, DeclineButton, UserDialog } from './activate-button.tsx'
import { MOST_PENDING, usePendingUsers } from './api.ts'

type Decision = { action: 'activate' | 'decline'; user: User }

export function PendingApprovals() {
  const pending = usePendingUsers()
  const [decision, decide] = useState<Decision | null>(null)
  return (
    <Card title="Pending Approvals" flush actions={<AllPending total={pending.data?.total ?? 0} />}>
      <Loaded query={pending} failure={notLoaded('pending accounts')} skeleton={<SkeletonRows rows={MOST_PENDING} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon={UserCheck}>No accounts are waiting for approval.</Empty>
          ) : (
            <ul className="divide-y border-t">
              {rows.map((user) => (
                <PendingUser key={user.id} user={user} onDecide={(action) => decide({ action, user })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {decision && <UserDialog {...decision} onClose={() => decide(null)} />}
    </Card>
  )
}

const AllPending = ({ total }: { total: number }) =>
  total > 0 && (
    <Link href={links.pendingUsers} className={buttonClass({ variant: 'link', size: 'inline' })}>
      {`View all (${total})`}
    </Link>
  )

type Row = { user: User; onDecide: (action: Decision['action']) => void }

const PendingUser = ({ user, onDecide }: Row) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5">
    <div className="min-w-0 flex-1 basis-44">
      <p className="truncate font-medium">{fullName(user)}</p>
      <p className="truncate text-[13px] text-fg2">
        {user.organizationId ? (
          <Link href={links.customer(user.organizationId)} className="underline-offset-4 hover:underline">
            {user.organization}
          </Link>
        ) : (
          'No organization'
        )}
      </p>
    </div>
    <div className="grid justify-items-start gap-0.5 text-[13px] text-fg2">
      {user.isEmailVerified ? <Badge tone="success">Email verified</Badge> : <Badge>Email not verified</Badge>}
      <span>
        Since <DateText value={user.createdAt} format={formatDate} full={formatInstant} />
      </span>
    </div>
    <span className="inline-flex gap-1">
      <DeclineButton user={user} onClick={() => onDecide('decline')} />
      <ActivateButton user={user} onClick={() => onDecide('activate')} />
    </span>
  </li>
)
