import { useInfiniteQuery } from '@tanstack/react-query'
import { customerNotes } from '#contract/operations/customer-notes.ts'
import { customers } from '#contract/operations/customers.ts'
import { callPage } from '#web/app/api/call.ts'
import { useWrite } from '#web/app/api/data.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'

const limit = '20'

export const useNotes = (id: string) =>
  useInfiniteQuery({
    queryKey: [...keyOf(customerNotes.list, { params: { id } }), 'pages'],
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
    reread: ({ params: { id } }) => refetch({ queryKey: keyOf(customerNotes.list, { params: { id } }) }),
  })

export const useRemoveNote = () =>
  useWrite(customerNotes.remove, { success: 'Note deleted', failure: 'Failed to delete the note', refresh })
