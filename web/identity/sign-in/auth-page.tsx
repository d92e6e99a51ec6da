import { useLayoutEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useProductName } from '#web/app/api/config.ts'
import { Brand } from '#web/app/parts/brand.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useAuth } from '#web/identity/session/api.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { usePageHeading } from '#web/ui/page/page.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useReturnPath } from './use-return-path.ts'

const EmailVerification = onDemand(async () => (await import('./email-verification.tsx')).EmailVerification)

const NewPasswordDialog = onDemand(async () => (await import('./password-dialogs.tsx')).NewPasswordDialog)

const SsoStart = onDemand(async () => (await import('./sso-start.tsx')).SsoStart)

const CodeStep = onDemand(async () => (await import('./code-step.tsx')).CodeStep)

const SignUp = onDemand(async () => (await import('./sign-up.tsx')).SignUp)

const JoinDialog = onDemand(async () => (await import('#web/identity/team/parts.tsx')).JoinDialog)

/** Leads to the page in ?next=, else to the dashboard. Emailed links: ?reset=TOKEN sets a new password, ?verify=TOKEN confirms an address, ?invite=TOKEN joins a team. ?sso=DOMAIN offers its single sign-on. */
export function AuthPage() {
  const { user, isLoading } = useAuth()
  const next = useReturnPath() ?? '/'
  const [resetToken, endReset] = useLinkToken('reset')
  const [verifyToken, endVerification] = useLinkToken('verify')
  const [inviteToken, endInvitation] = useLinkToken('invite')
  const [ssoAddress, endSso] = useLinkToken('sso')

  if (isLoading) return <FullScreenSpinner />
  if (user && !resetToken && !verifyToken && !inviteToken) return <Redirect to={next} replace />
  return (
    <main className="grid min-h-dvh lg:grid-cols-[1fr_minmax(0,520px)]">
      <Welcome />
      <div className="grid place-items-center p-4">
        <div className="grid w-full max-w-[400px] gap-5">
          <Heading />
          {verifyToken ? (
            <EmailVerification token={verifyToken} onContinue={endVerification} />
          ) : ssoAddress ? (
            <SsoStart address={ssoAddress} onBack={endSso} />
          ) : (
            <AuthTabs />
          )}
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

/** Takes the token out of the URL at once, so that neither the history nor a copied URL contains it. */
function useLinkToken(name: string) {
  const [given] = useUrlState(name)
  const [token, setToken] = useState(given)
  if (given && given !== token) setToken(given)

  useLayoutEffect(() => {
    if (given) setUrl({ [name]: null })
  }, [given, name])

  return [token, () => setToken('')] as const
}

const welcomeReasons = [
  'Assign licenses to your Windows devices',
  'See invoices and renewals at a glance',
  'Get help from the people who build it',
]

const Welcome = () => (
  <div className="dark welcome hidden flex-col gap-16 p-12 lg:flex">
    <Brand />
    <div className="my-auto max-w-md">
      <p className="text-[28px] leading-9 font-semibold tracking-tight text-balance">
        Licenses, billing, downloads and support in one place.
      </p>
      <ul className="mt-6 grid gap-3 text-[15px] opacity-85">
        {welcomeReasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  </div>
)

function AuthTabs() {
  const [tab, setTab] = useUrlState('tab', { fallback: 'sign-in', push: true })
  const [needsCode, setNeedsCode] = useState(false)
  if (needsCode)
    return (
      <Card>
        <CodeStep onBack={() => setNeedsCode(false)} isSameAccount={false} />
      </Card>
    )
  return (
    <Tabs
      even
      label="Sign in or sign up"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'sign-in', label: 'Sign In', content: <SignIn onCodeNeeded={() => setNeedsCode(true)} /> },
        { value: 'sign-up', label: 'Sign Up', content: <SignUp /> },
      ]}
    />
  )
}

const SignIn = ({ onCodeNeeded }: { onCodeNeeded: () => void }) => (
  <Card>
    <SignInForm onCodeNeeded={onCodeNeeded} />
  </Card>
)
