import type { Account } from '#contract/identity/account.ts'
import { SETUP_FIRST } from '#contract/identity/mfa.ts'
import { needsMfaSetup } from '#contract/identity/user.ts'
import { usePortal } from '#web/app/api/config.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { useAccount } from './api.ts'
import { EmailCard } from './email-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const AccountPage = () => (
  <Page title="Account" description="Who you are, how you sign in, and what we write to you about.">
    <div className="grid max-w-3xl gap-5">
      <SetupBanner />
      <Loaded query={useAccount()} failure="Failed to load your account." skeleton={<CardSkeletons />}>
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
    <SecondFactorCard account={account} />
    <SessionsCard />
    <NotificationsCard settings={account.notifications} />
    <AccountDialog account={account} />
  </>
)

function SetupBanner() {
  const isRequired = usePortal()?.staffMfaRequired ?? false
  if (!needsMfaSetup(useCurrentUser(), isRequired)) return null
  return (
    <Alert tone="warning" title={SETUP_FIRST}>
      The other screens open once it is on.
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
