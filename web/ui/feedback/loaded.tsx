import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Query<Data> = { data: Data | undefined; isPending: boolean; isError: boolean; refetch: () => unknown }

type Props<Data> = {
  query: Query<Data>
  failure?: string
  skeleton?: ReactNode
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, failure, skeleton, empty, children }: Props<Data>) {
  const { data } = query
  if (data !== undefined) return empty && Array.isArray(data) && data.length === 0 ? empty : children(data)
  if (query.isPending) return <Waiting>{skeleton ?? <SkeletonRows />}</Waiting>
  return <LoadFailure sentence={failure} retry={() => void query.refetch()} />
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <div aria-busy="true">
    <output className="sr-only">Loading...</output>
    {children}
  </div>
)
