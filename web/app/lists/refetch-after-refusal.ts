import { ApiError } from '#web/app/api/api-error.ts'
import { queryClient, refetch } from '#web/app/api/query-client.ts'
import { actWithoutLoss } from '#web/ui/dialog/unload.ts'

const isUnexpected = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || (error.status === 403 && !error.code))

const refetchShown = () => void refetch({ type: 'active' })

/** An effect: after a refusal that the screen did not expect, something was deleted or suspended elsewhere. */
export const refetchAfterRefusal = () =>
  queryClient.getMutationCache().subscribe(({ type, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'error') return
    if (isUnexpected(event.action.error)) actWithoutLoss(refetchShown)
  })
