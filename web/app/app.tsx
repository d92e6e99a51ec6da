import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { AuthProvider } from '#web/features/session/auth-context.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { TitleSuffix } from '#web/ui/page.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { useProductName } from './config.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { ProtectedScreen } from './protected-screen.tsx'
import { queryClient } from './query-client.ts'
import { screenAt } from './router.tsx'
import { Toasts } from './toasts.tsx'

const waiting = <FullScreenSpinner />
const AuthPage = onDemand(async () => (await import('#web/features/session/auth-page.tsx')).AuthPage, waiting)
const SignupPage = onDemand(async () => (await import('#web/features/session/signup-page.tsx')).SignupPage, waiting)
const NotFound = onDemand(async () => (await import('./not-found.tsx')).NotFound, waiting)

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

/** Signing up stands outside: it works without asking who is signed in. */
function Screens() {
  const [path] = useLocation()
  if (path === '/signup') return <SignupPage />
  return <AuthProvider>{path === '/auth' ? <AuthPage /> : <OtherScreen path={path} />}</AuthProvider>
}

function OtherScreen({ path }: { path: string }) {
  const screen = screenAt(path)
  return screen ? <ProtectedScreen screen={screen} /> : <NotFound />
}
