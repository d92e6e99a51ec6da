import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatAgo, formatDate, formatDateTime, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import { canActivate, type UserDetails } from '#contract/identity/users.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { PersonalDataLink } from '#web/identity/personal-data/parts.tsx'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { AgoText } from '#web/ui/text/ago.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { ActivateButton } from './activate-button.tsx'
import { useUserDetails } from './api.ts'
import { actionsFor, type OnOpen } from './user-actions.tsx'
import { RoleBadge, StatusBadge } from './user-badges.tsx'

type Props = { id: string; onOpen: OnOpen; onClose: () => void }

export function UserDrawer({ id, onOpen, onClose }: Props) {
  const reading = useUserDetails(id)
  return (
    <Dialog
      side="right"
      title={reading.data ? fullName(reading.data) : 'User'}
      description={reading.data && !reading.data.isErased && `@${reading.data.username}`}
      onClose={onClose}
    >
      <Loaded query={reading} failure="Couldn’t load this user. The account may have been declined.">
        {(user) => <Details user={user} onOpen={onOpen} />}
      </Loaded>
    </Dialog>
  )
}

const Details = ({ user, onOpen }: { user: UserDetails; onOpen: OnOpen }) => (
  <div className="grid gap-5">
    <p className="flex flex-wrap items-center gap-2">
      {user.isErased ? <Badge>Erased</Badge> : <StatusBadge status={user.status} />}
      <RoleBadge role={user.role} />
    </p>
    {user.suspended && <Suspension {...user.suspended} />}
    <dl className="grid gap-4 sm:grid-cols-2">
      {!user.isErased && (
        <Fact label="Email" className="sm:col-span-2">
          {user.email}
          <Aside>{user.isEmailVerified ? 'Verified' : 'Not verified'}</Aside>
        </Fact>
      )}
      <Fact label="Organization" className="sm:col-span-2">
        <Organization {...user} />
      </Fact>
      <Fact label="Last sign-in">
        {user.lastSignIn ? <AgoText value={user.lastSignIn} format={formatAgo} full={formatInstant} /> : 'Never'}
      </Fact>
      <Fact label="Signed in now">{countOf(user.sessions, 'browser')}</Fact>
      <Fact label="Two-factor authentication">{user.isMfaEnabled ? 'On' : 'Off'}</Fact>
      <Fact label="Created">
        <DateText value={user.createdAt} format={formatDate} full={formatInstant} />
        {user.arrival && <Aside>{arrivalText(user.arrival)}</Aside>}
      </Fact>
    </dl>
    <Actions user={user} onOpen={onOpen} />
  </div>
)

const Aside = ({ children }: { children: ReactNode }) => (
  <span className="block text-[13px] font-normal text-fg2">{children}</span>
)

const Organization = ({ organizationId, organization }: UserDetails) =>
  organizationId ? (
    <Link href={links.customer(organizationId)} className="text-accent hover:underline">
      {organization}
    </Link>
  ) : (
    'No organization'
  )

const arrivalText = ({ kind, by }: NonNullable<UserDetails['arrival']>) =>
  ({
    registered: 'Registered',
    invited: `Invited by ${by}`,
    added: `Added by ${by}`,
  })[kind]

const Suspension = ({ reason, by, at }: NonNullable<UserDetails['suspended']>) => (
  <Alert tone="danger" title={`Suspended by ${by ?? 'a former user'} on ${formatDateTime(at)}`}>
    {reason ?? 'The organization removed this member.'}
  </Alert>
)

function Actions({ user, onOpen }: { user: UserDetails; onOpen: OnOpen }) {
  const self = useCurrentUser()
  return (
    <div className="flex flex-wrap gap-2 border-t pt-4">
      {canActivate(user) && <ActivateButton user={user} onClick={() => onOpen({ action: 'activate', user })} />}
      {actionsFor(user, self, onOpen).map(({ label, icon: Icon, tone, onSelect }) => (
        <Button
          key={label}
          size="small"
          className={tone === 'danger' ? 'text-danger-fg' : undefined}
          onClick={onSelect}
        >
          {Icon && <Icon aria-hidden />}
          {label}
        </Button>
      ))}
      {!user.isErased && <PersonalDataLink id={user.id} />}
    </div>
  )
}
