import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { writeOnce } from '#web/app/api/requests/repeatable.ts'
import { refetchAfterRefusal } from '#web/app/lists/refetch-after-refusal.ts'
import { SideNavigation } from '#web/app/navigation/side-navigation.tsx'
import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { overlays } from '#web/app/palette/overlays.ts'
import { useShortcutKeys } from '#web/app/palette/shortcut-keys.ts'
import type { Overlay } from '#web/app/palette/show-overlay.ts'
import { StepUp } from '#web/app/step-up/step-up.tsx'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useNeedsMfaSetup } from '#web/identity/session/use-needs-mfa-setup.ts'
import { watchMfaRule } from '#web/identity/session/watch-mfa-rule.ts'
import { ViewingBanner } from '#web/identity/viewings/parts.tsx'
import { watchBack } from '#web/ui/dialog/back.ts'
import { watchDoubleClicks } from '#web/ui/dialog/double-click.ts'
import { watchFixedText } from '#web/ui/dialog/fixed-text.ts'
import { startPreloading } from '#web/ui/dialog/idle-preload.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { watchDroppedFiles } from '#web/ui/page/dropped-files.ts'
import { SessionEnd } from './session-end.tsx'
import { TopBar } from './top-bar.tsx'

const NavigationDrawer = onDemand(
  async () => (await import('#web/app/navigation/navigation-drawer.tsx')).NavigationDrawer,
)

const UnverifiedBanner = onDemand(async () => (await import('./unverified-banner.tsx')).UnverifiedBanner)

export function Layout({ children }: { children: ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [overlay, show] = useState<Overlay | null>(null)
  useShortcutKeys(overlay, show)
  useEffect(startPreloading, [])
  useEffect(watchBack, [])
  useEffect(watchDoubleClicks, [])
  useEffect(watchFixedText, [])
  useEffect(watchDroppedFiles, [])
  useEffect(writeOnce, [])
  useEffect(refetchAfterRefusal, [])
  useEffect(watchMfaRule, [])
  const Shown = overlay && overlays[overlay]
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-card focus:p-2"
      >
        Skip to content
      </a>
      <TopBar onOpenNavigation={() => setDrawerOpen(true)} preloadNavigation={NavigationDrawer} show={show} />
      <aside className="fixed top-14 bottom-0 left-0 w-60 overflow-y-auto border-r max-lg:hidden">
        <SideNavigation />
      </aside>
      {isDrawerOpen && <NavigationDrawer onClose={() => setDrawerOpen(false)} />}
      {Shown && <Shown show={show} />}
      <StepUp />
      <main id="main" tabIndex={-1} className="pt-14 lg:pl-60">
        <div className="mx-auto max-w-[1280px] px-4 py-6 sm:px-6 lg:px-8">
          <BelowBanners>{children}</BelowBanners>
        </div>
      </main>
    </>
  )
}

/** A banner comes with the screen, which it would move. Staff who view the portal as a customer cannot sign in as the customer. */
function BelowBanners({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const { email, isEmailVerified, viewing } = user
  const [path] = useLocation()
  // The dashboard and the account page say so themselves.
  const isUnverified = !isEmailVerified && !['/', ACCOUNT].includes(path)
  const isReady = useLoaded([...(viewing ? [ViewingBanner] : []), ...(isUnverified ? [UnverifiedBanner] : [])])
  if (!isReady) return <PageSkeleton />
  return (
    <>
      {viewing ? <ViewingBanner key={viewing.id} user={user} viewing={viewing} /> : <SessionEnd />}
      {isUnverified && <UnverifiedBanner email={email} />}
      <SetupGate>{children}</SetupGate>
    </>
  )
}

/** Returns whether the code of these parts has arrived or failed to. Parts that come later are not waited for. */
function useLoaded(parts: { preload: () => Promise<unknown> }[]) {
  const [isLoaded, setLoaded] = useState(parts.length === 0)
  useLayoutEffect(() => {
    if (!isLoaded) void Promise.allSettled(parts.map(({ preload }) => preload())).then(() => setLoaded(true))
  })
  return isLoaded
}

const ACCOUNT = '/account'

/** Until the second factor is set up that `STAFF_MFA=required` or the organization demands, the server refuses everything else. */
function SetupGate({ children }: { children: ReactNode }) {
  const mustSetUp = useNeedsMfaSetup()
  const [path] = useLocation()
  return mustSetUp && path !== ACCOUNT ? <Redirect to={ACCOUNT} replace /> : children
}
