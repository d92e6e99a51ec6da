import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'

/** Nobody can say who is signed in. */
export const Unreachable = ({ retry }: { retry: () => unknown }) => (
  <main className="grid min-h-dvh place-content-center gap-4 p-4">
    <h1 className="text-2xl font-semibold tracking-tight">Something is wrong</h1>
    <LoadFailure sentence="The portal cannot be reached right now." retry={() => void retry()} />
  </main>
)
