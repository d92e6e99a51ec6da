import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Query<Data> = { data: Data | undefined; isPending: boolean; isError: boolean; refetch: () => unknown }

type Props<Data> = {
  query: Query<Data>
  failure?: string
  skeleton?: ReactNode
  /** Shown instead of the children when the data is an empty list. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

const WENT_WRONG = 'Something went wrong while loading. Please try again.'

/** Waiting, failure, emptiness and data: every reading of the server looks the same. */
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

export const LoadFailure = ({ sentence = WENT_WRONG, retry }: { sentence?: string; retry: () => void }) => (
  <Alert
    tone="danger"
    action={
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    }
  >
    {sentence}
  </Alert>
)
