import { Redirect } from 'wouter'
import { config } from '#contract/config.ts'
import { useAuth } from '#web/features/session/api.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { canOpen } from './access.ts'
import { useRead } from './data.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import type { Screen } from './router.tsx'
import { Unreachable } from './unreachable.tsx'

const Layout = onDemand(async () => (await import('./layout.tsx')).Layout, <FullScreenSpinner />)

const NoPermission = onDemand(async () => (await import('./no-permission.tsx')).NoPermission, <PageSkeleton />)

/** The session decides whether there is a page at all, the role whether it is the page or a sentence. */
export function ProtectedScreen({ screen }: { screen: Screen }) {
  const { user, isLoading, isError, retry } = useAuth()
  const portal = useRead(config.read)
  if (isLoading || portal.isPending) {
    // Its code may come along while we wait to hear who is asking.
    void Layout.preload().catch(() => undefined)
    void screen.Page.preload().catch(() => undefined)
    return <FullScreenSpinner />
  }
  if (isError) return <Unreachable retry={retry} />
  if (!user) return <Redirect to="/auth" replace />
  return (
    <Layout>
      <ErrorBoundary key={screen.path}>
        {canOpen(screen.access, user.role) ? <screen.Page /> : <NoPermission title={screen.title} />}
      </ErrorBoundary>
    </Layout>
  )
}
