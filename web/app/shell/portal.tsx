import { Redirect } from 'wouter'
import { signInAddress } from '#contract/identity/return-path.ts'
import { config } from '#contract/operations/config.ts'
import { canOpen } from '#web/app/access.ts'
import { useRead } from '#web/app/api/data.ts'
import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { screenAt, type Screen } from '#web/app/router.tsx'
import { useAuth } from '#web/identity/session/api.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { withoutAsking } from '#web/ui/dialog/unload.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Safari shows a page again as it was left, although another user may have signed in since. What was typed is lost. */
window.addEventListener('pageshow', ({ persisted }) => persisted && withoutAsking(() => window.location.reload()))

const NotFound = onDemand(async () => (await import('./not-found.tsx')).NotFound, <FullScreenSpinner />)

export function Portal({ path }: { path: string }) {
  const screen = screenAt(path)
  if (!screen) return <MissingScreen />
  return screen.access === 'everyone' ? <screen.Page /> : <ProtectedScreen screen={screen} />
}

const Layout = onDemand(async () => (await import('./layout.tsx')).Layout, <FullScreenSpinner />)

const NoPermission = onDemand(async () => (await import('./no-permission.tsx')).NoPermission, <PageSkeleton />)

/** Signed-in users keep the navigation. */
function MissingScreen() {
  const { user, isLoading } = useAuth()
  if (isLoading) return <FullScreenSpinner />
  if (!user)
    return (
      <main className="grid min-h-dvh place-content-center p-4">
        <NotFound />
      </main>
    )
  return (
    <Layout>
      <div className="grid min-h-[60dvh] place-content-center">
        <NotFound />
      </div>
    </Layout>
  )
}

/** Without a session the user is sent to /auth and back after signing in; without the role the screen says so. */
function ProtectedScreen({ screen }: { screen: Screen }) {
  const { user, isLoading, isError, retry } = useAuth()
  const portal = useRead(config.read)
  if (isLoading || portal.isPending) {
    // Loads while the session is being read.
    void Layout.preload().catch(() => undefined)
    void screen.Page.preload().catch(() => undefined)
    return <FullScreenSpinner />
  }
  if (isError) return <Unreachable retry={retry} />
  if (!user) return <Redirect to={signInAddress(window.location.pathname + window.location.search)} replace />
  return (
    <Layout>
      <ErrorBoundary key={screen.path}>
        {canOpen(screen.access, user.role) ? <screen.Page /> : <NoPermission title={screen.title} />}
      </ErrorBoundary>
    </Layout>
  )
}

const Unreachable = ({ retry }: { retry: () => unknown }) => (
  <main className="grid min-h-dvh place-content-center gap-4 p-4">
    <h1 className="text-2xl font-semibold tracking-tight">Something went wrong</h1>
    <LoadFailure sentence="Can’t reach the portal right now." retry={() => void retry()} />
  </main>
)
