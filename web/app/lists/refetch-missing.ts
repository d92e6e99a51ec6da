import { ApiError } from '#web/app/api/api-error.ts'
import { queryClient, refresh } from '#web/app/api/query-client.ts'

/** Refetches the lists of a write whose subject is gone: a row that was deleted elsewhere disappears. Returns how to stop. */
export const refetchMissing = () =>
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { error } = event.action
    if (!(error instanceof ApiError) || error.status !== 404) return
    // A form of the missing row would close, with everything typed.
    if (document.querySelector('[role=dialog]')) return
    void refresh(event.mutation.meta)
  })
