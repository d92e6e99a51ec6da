import { matchQuery } from '@tanstack/react-query'
import { session } from '#contract/identity/session.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { keyOf, queryClient, refetch } from '#web/app/api/query-client.ts'
import { isViewing } from '#web/app/api/viewing.ts'
import { actWithoutLoss } from '#web/ui/dialog/unload.ts'

/** A view as a customer is refused every write. */
const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403 && !error.code && !isViewing()

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

const ofUser = { queryKey: keyOf(session.currentUser) }

const refetchAll = () => void refetch({})
const refetchUser = () => void queryClient.refetchQueries(ofUser)

/** An effect: after a refusal that the screen did not expect, something was deleted or suspended elsewhere, or the user has another role. */
export function refetchAfterRefusal() {
  const ends = [
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const { error } = event.action
      if (isForbidden(error) || isMissing(error)) actWithoutLoss(refetchAll)
    }),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (isForbidden(event.action.error) && !matchQuery(ofUser, event.query)) actWithoutLoss(refetchUser)
    }),
  ]
  return () => ends.forEach((end) => end())
}
