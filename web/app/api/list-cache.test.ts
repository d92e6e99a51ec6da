import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { licenses, type License } from '#contract/licensing/licenses.ts'
import { listCache, PAGES } from './list-cache.ts'
import { pagesOf } from './pages.ts'
import { keyOf, queryClient } from './query-client.ts'

const { keep, startOver } = listCache<License, object>(licenses.list)

const row = (id: string, label: string) => ({ id, label, status: 'unassigned' }) as License

/** A mounted list. Each fetch waits until the test answers it. */
function openList() {
  const asked: ((rows: License[]) => void)[] = []
  const read = () =>
    new Promise<{ rows: License[]; total: number; nextCursor: undefined }>((answer) =>
      asked.push((rows) => answer({ rows, total: rows.length, nextCursor: undefined })),
    )
  const queryKey = [...keyOf(licenses.list, { query: {} }), PAGES]
  const observer = new InfiniteQueryObserver(queryClient, { queryKey, ...pagesOf(read) })
  const close = observer.subscribe(() => undefined)
  const labels = () => observer.getCurrentResult().data?.rows.map(({ label }) => label)
  return { asked, close, labels }
}

test('shows both a new license and a change that is answered during the refetch', async () => {
  const { asked, close, labels } = openList()
  asked.shift()?.([row('1', 'Till')])
  await vi.waitUntil(() => labels() !== undefined)
  const created = startOver()
  await vi.waitUntil(() => asked.length === 1)
  const changed = keep([row('1', 'Till 2')])
  await vi.waitUntil(() => asked.length === 2)
  asked.forEach((answer) => answer([row('2', 'New'), row('1', 'Till 2')]))
  await Promise.all([created, changed])
  expect(labels()).toEqual(['New', 'Till 2'])
  close()
})
