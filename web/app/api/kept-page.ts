import { session, type User } from '#contract/identity/session.ts'
import { withoutAsking } from '#web/ui/dialog/unload.ts'
import { fetchOnce, parsed } from './call.ts'
import { keyOf, queryClient, refetch } from './query-client.ts'

/** Back may show a page as it was left. It was sent no message meanwhile, and its answers may be old. */
export const watchKeptPage = () => window.addEventListener('pageshow', ({ persisted }) => persisted && void readAgain())

async function readAgain() {
  const shown = queryClient.getQueryData<User | null>(keyOf(session.currentUser))
  const answer = await fetchOnce('GET', session.currentUser.url).catch(() => null)
  if (!shown || !answer || answer.status >= 500) return
  const user = answer.ok ? await parsed<User>(answer) : null
  if (user?.id === shown.id && user.role === shown.role) await refetch({})
  else withoutAsking(() => window.location.reload())
}
