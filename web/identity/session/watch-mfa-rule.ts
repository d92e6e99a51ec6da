import { MFA_SETUP } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { keyOf, queryClient } from '#web/app/api/query-client.ts'

type CacheEvent = { type: string; action?: { type: string; error?: unknown } }

/** An effect: a refusal that names the second factor means that it has been required since the user was read. */
export function watchMfaRule() {
  const read = ({ action }: CacheEvent) => {
    if (action?.type !== 'error' || !(action.error instanceof ApiError) || action.error.code !== MFA_SETUP) return
    void queryClient.refetchQueries({ queryKey: keyOf(session.currentUser) })
  }
  const ends = [queryClient.getQueryCache().subscribe(read), queryClient.getMutationCache().subscribe(read)]
  return () => ends.forEach((end) => end())
}
