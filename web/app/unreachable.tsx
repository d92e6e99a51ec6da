import { LoadFailure } from '#web/ui/loaded.tsx'

/** Nobody can say who is signed in. */
export const Unreachable = ({ retry }: { retry: () => unknown }) => (
  <main className="grid min-h-dvh place-items-center p-4">
    <LoadFailure sentence="The portal cannot be reached right now." retry={() => void retry()} />
  </main>
)
