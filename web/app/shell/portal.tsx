import { screenAt } from '#web/app/router.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { ProtectedScreen } from './protected-screen.tsx'

const NotFound = onDemand(async () => (await import('./not-found.tsx')).NotFound, <FullScreenSpinner />)

/** Every screen of the table. */
export function Portal({ path }: { path: string }) {
  const screen = screenAt(path)
  if (!screen) return <NotFound />
  return screen.access === 'everyone' ? <screen.Page /> : <ProtectedScreen screen={screen} />
}
