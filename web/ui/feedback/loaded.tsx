import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Query<Data> = {
  data: Data | undefined
  isPending: boolean
  isError: boolean
  fetchStatus?: string
  refetch: () => unknown
}

type Props<Data> = {
  query: Query<Data>
  /** False until something above has loaded, or failed to, that would move this. */
  isPlaced?: boolean
  failure?: string
  skeleton?: ReactNode
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, isPlaced = true, failure, skeleton, empty, children }: Props<Data>) {
  const { data } = query
  if (query.isPending || !isPlaced)
    return <Waiting isOffline={query.fetchStatus === 'paused'}>{skeleton ?? <SkeletonRows />}</Waiting>
  if (data !== undefined) return empty && Array.isArray(data) && data.length === 0 ? empty : children(data)
  return <LoadFailure sentence={failure} retry={() => void query.refetch()} />
}

/** A dialog on a phone covers the strip that says that the browser is offline. On a page, the strip is enough. */
const Waiting = ({ isOffline, children }: { isOffline: boolean; children: ReactNode }) => (
  <div aria-busy="true" className="relative">
    {isOffline ? (
      <output className="absolute inset-0 z-10 hidden place-content-center bg-card px-5 text-center text-fg2 in-[[role=dialog]]:grid">
        You’re offline. This loads when you are back.
      </output>
    ) : (
      <output className="sr-only">Loading...</output>
    )}
    {children}
  </div>
)
