import { useInfiniteQuery } from '@tanstack/react-query'
import { customerNotes, type CustomerNote } from '#contract/operations/customer-notes.ts'
import { customers } from '#contract/operations/customers.ts'
import { callPage, type Input } from '#web/app/api/call.ts'
import { useNewest } from '#web/app/api/changed-values.ts'
import { useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf, type Pages } from '#web/app/api/pages.ts'
import { keyOf, queryClient, refetch } from '#web/app/api/query-client.ts'

const limit = '20'

const pagesKey = (id: string) => [...keyOf(customerNotes.list, { params: { id } }), PAGES]

export const useNotes = (id: string) =>
  useInfiniteQuery({
    queryKey: pagesKey(id),
    ...pagesOf((cursor) => callPage(customerNotes.list, { params: { id }, query: { cursor, limit } })),
    staleTime: 0,
  })

const refresh = [customers.list]

export const useCreateNote = () =>
  useWrite(customerNotes.create, {
    success: ['Note added', 'Only staff can see it.'],
    failure: 'Failed to add the note',
    refresh,
  })

export const useChangeNote = () =>
  useWrite(customerNotes.change, {
    success: 'Note changed',
    failure: 'Failed to change the note',
    refresh,
    ...useNewest(
      ({ params }: Input<typeof customerNotes.change>) => params.noteId,
      async (noteId, { params: { id } }) => {
        await refetch({ queryKey: pagesKey(id) })
        const shown = queryClient.getQueryData<Pages<CustomerNote>>(pagesKey(id))
        return shown?.pages.flatMap(({ rows }) => rows).find((note) => note.id === noteId)
      },
    ),
  })

export const useRemoveNote = () =>
  useWrite(customerNotes.remove, { success: 'Note deleted', failure: 'Failed to delete the note', refresh })
