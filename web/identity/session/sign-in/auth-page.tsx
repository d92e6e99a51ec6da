import { Redirect } from 'wouter'
import { useProductName } from '#web/app/api/config.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { usePageHeading } from '#web/ui/page/page.tsx'
import { useAuth } from '../api.ts'
import { AuthTabs } from './auth-tabs.tsx'
import { useLinkToken } from './link-token.ts'
import { Welcome } from './welcome.tsx'

const EmailVerification = onDemand(async () => (await import('./email-verification.tsx')).EmailVerification)

const NewPasswordDialog = onDemand(async () => (await import('./new-password-dialog.tsx')).NewPasswordDialog)

const JoinDialog = onDemand(async () => (await import('#web/identity/team/parts.tsx')).JoinDialog)

/**
 * Mailed links lead here too: ?reset=TOKEN opens the dialog for a new password, ?verify=TOKEN confirms an address,
 * ?invite=TOKEN makes an account in a team.
 */
export function AuthPage() {
  const { user, isLoading } = useAuth()
  const [resetToken, endReset] = useLinkToken('reset')
  const [verifyToken, endVerification] = useLinkToken('verify')
  const [inviteToken, endInvitation] = useLinkToken('invite')

  if (isLoading) return <FullScreenSpinner />
  if (user && !resetToken && !verifyToken && !inviteToken) return <Redirect to="/" replace />
  return (
    <main className="grid min-h-dvh lg:grid-cols-[1fr_minmax(0,520px)]">
      <Welcome />
      <div className="grid place-items-center p-4">
        <div className="grid w-full max-w-[400px] gap-5">
          <Heading />
          {verifyToken ? <EmailVerification token={verifyToken} onContinue={endVerification} /> : <AuthTabs />}
        </div>
      </div>
      {resetToken && <NewPasswordDialog token={resetToken} onClose={endReset} />}
      {inviteToken && <JoinDialog token={inviteToken} onClose={endInvitation} />}
    </main>
  )
}

function Heading() {
  const productName = useProductName()
  const heading = usePageHeading('Sign in')
  return (
    <h1 ref={heading} tabIndex={-1} className="text-center text-2xl leading-8 font-semibold tracking-tight">
      Welcome to {productName}
    </h1>
  )
}
