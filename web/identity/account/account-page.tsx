import type { Account } from '#contract/identity/account.ts'
import { SETUP_FIRST } from '#contract/identity/mfa.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import { isAdmin, isStaff, roleTitle } from '#contract/roles.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { ApiTokensCard } from '#web/identity/api-tokens/parts.tsx'
import { PasskeysCard } from '#web/identity/passkeys/parts.tsx'
import { OwnDataCard } from '#web/identity/personal-data/parts.tsx'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useNeedsMfaSetup } from '#web/identity/session/use-needs-mfa-setup.ts'
import { WebhooksCard } from '#web/operations/webhooks/parts.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AccountDialog, DialogButton } from './account-dialog.tsx'
import { useAccount } from './api.ts'
import { EmailCard } from './email-card.tsx'
import { SecondFactorCard } from './mfa/second-factor-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const AccountPage = () => (
  <Page {...HEADINGS['/account']}>
    <div className="grid max-w-3xl gap-5">
      <SetupBanner />
      <Loaded query={useAccount()} failure={notLoaded('your account')} skeleton={<CardSkeletons />}>
        {(account) => <Settings account={account} />}
      </Loaded>
    </div>
  </Page>
)

const Settings = ({ account }: { account: Account }) => (
  <>
    <ProfileCard user={account.user} />
    <EmailCard account={account} />
    <PasswordCard />
    <PasskeysCard passkeys={account.passkeys} />
    <SecondFactorCard account={account} />
    <SessionsCard />
    <ProgramCards role={account.user.role} />
    <NotificationsCard settings={account.notifications} />
    {!useNeedsMfaSetup() && <OwnDataCard />}
    <AccountDialog account={account} />
  </>
)

/** Their lists are refused until a required second factor is set up. */
const ProgramCards = ({ role }: Pick<User, 'role'>) =>
  !useNeedsMfaSetup() && (
    <>
      {isStaff(role) && <ApiTokensCard />}
      {isAdmin(role) && <WebhooksCard />}
    </>
  )

function SetupBanner() {
  const { isMfaRequired } = useCurrentUser()
  if (!useNeedsMfaSetup()) return null
  return (
    <Alert tone="warning" title={SETUP_FIRST}>
      {isMfaRequired && 'Your organization requires it. '}Turn it on to open the other screens.
    </Alert>
  )
}

const CardSkeletons = () => (
  <div aria-hidden className="grid gap-5">
    {['h-56', 'h-28', 'h-28', 'h-32', 'h-48'].map((height, place) => (
      <Skeleton key={place} className={`${height} w-full rounded-xl`} />
    ))}
  </div>
)

const PasswordCard = () => (
  <Card title="Password" actions={<DialogButton opens="password">Change password</DialogButton>}>
    <p className="text-fg2">
      Use a password you don’t use anywhere else. Changing it signs you out on all other devices.
    </p>
  </Card>
)

/** Users can't change their own role or organization. */
const ProfileCard = ({ user }: { user: User }) => (
  <Card title="Profile" actions={<DialogButton opens="profile">Edit profile</DialogButton>}>
    <dl className="grid gap-x-6 sm:gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <ProfileFact term="Name" value={fullName(user)} />
      <ProfileFact term="Username" value={user.username} />
      <ProfileFact term="Role" value={roleTitle(user.role)} />
      <ProfileFact term="Organization" value={user.organization ?? 'None'} />
    </dl>
  </Card>
)

const ProfileFact = ({ term, value }: { term: string; value: string }) => (
  <>
    <dt className="text-fg2 max-sm:text-[13px]">{term}</dt>
    <dd className="min-w-0 break-words max-sm:mb-2">{value}</dd>
  </>
)
