import { ApiError } from '#web/app/api/api-error.ts'
import { queryClient, refetch } from '#web/app/api/query-client.ts'
import { isViewing } from '#web/app/api/viewing.ts'
import { actWithoutLoss } from '#web/ui/dialog/unload.ts'

/** A view as a customer is refused every write. */
const isUnexpected = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || (error.status === 403 && !error.code && !isViewing()))

const refetchAll = () => void refetch({})

/** An effect: after a refusal that the screen did not expect, something was deleted or suspended elsewhere. */
export const refetchAfterRefusal = () =>
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (isUnexpected(event.action.error)) actWithoutLoss(refetchAll)
  })
