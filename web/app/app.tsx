import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { SSO_PATH } from '#contract/identity/return-path.ts'
import { AuthProvider } from '#web/identity/session/auth-context.tsx'
import { onMissingCode } from '#web/ui/dialog/missing-code.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { TitleSuffix } from '#web/ui/page/page.tsx'
import { useProductName } from './api/config.ts'
import { queryClient } from './api/query-client.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { explainMissingCode } from './shell/missing-code.ts'
import { OfflineStrip } from './shell/offline-strip.tsx'
import { Toasts } from './shell/toasts.tsx'

onMissingCode(explainMissingCode)

const waiting = <FullScreenSpinner />
const AuthPage = onDemand(async () => (await import('#web/identity/sign-in/auth-page.tsx')).AuthPage, waiting)
const SsoPage = onDemand(async () => (await import('#web/identity/sso/sso-page.tsx')).SsoPage, waiting)
const SignupPage = onDemand(async () => (await import('#web/identity/signup/signup-page.tsx')).SignupPage, waiting)
const Portal = onDemand(async () => (await import('./shell/portal.tsx')).Portal, waiting)

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Titled>
      <ErrorBoundary>
        <OfflineStrip />
        <Screens />
      </ErrorBoundary>
      <Toasts />
    </Titled>
  </QueryClientProvider>
)

const Titled = ({ children }: { children: ReactNode }) => <TitleSuffix value={useProductName()}>{children}</TitleSuffix>

/** Sign-up and the end of single sign-on are outside: they work without reading the session. */
function Screens() {
  const [path] = useLocation()
  if (path === '/signup') return <SignupPage />
  if (path.startsWith(SSO_PATH)) return <SsoPage />
  return <AuthProvider>{path === '/auth' ? <SignIn /> : <Portal path={path} />}</AuthProvider>
}

/** The table of screens loads while the user types, and is not part of the sign-in page. */
const SignIn = () => (
  <div className="contents" onInput={() => void Portal.preload().catch(() => undefined)}>
    <AuthPage />
  </div>
)
