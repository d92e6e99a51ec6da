import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type Query,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { session, type User } from '#contract/identity/session.ts'
import { config } from '#contract/operations/config.ts'
import { toast, type Toast } from '#web/ui/feedback/toast.ts'
import { ApiError, serverMessage } from './api-error.ts'
import { get } from './call.ts'
import { dropEarly } from './early.ts'

/** A toast's title, or title and description. */
export type Words = string | readonly [title: string, description: string]

export type WriteMeta = {
  success?: Words | ((answer: unknown, input: unknown) => Words)
  /** The button of the success toast: undo, where undo is possible. */
  action?: (answer: unknown, input: unknown) => Toast['action']
  /** Title of the failure toast. The server's message stands below it. */
  failure?: string
  /** Stands there when the server said nothing. */
  fallback?: string
  /** What is old now: every reading of these endpoints, whatever their parameters. */
  refresh?: readonly Endpoint[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** '/api/tickets/:id/messages' → ['/api/tickets', id, 'messages'], then the query if there is one. */
export function keyOf({ url }: Endpoint, { params, query }: { params?: unknown; query?: unknown } = {}): QueryKey {
  const parts = url.split(/\/?:(\w+)\/?/)
  const filled = parts.map((part, place) => (place % 2 === 1 ? String(Object(params)[part]) : part)).filter(Boolean)
  return query === undefined ? filled : [...filled, query]
}

const CURRENT_USER = keyOf(session.currentUser)

// At once, not in a later turn of the event loop: a second press that waits there already would find its button unpressed.
notifyManager.setScheduler(queueMicrotask)

/** Without a query function a key is the path to read: its parts joined by slashes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey }) => get(queryKey.join('/')),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    // Offline a write fails at once and says so, instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: (error) => void endsSession(error) }),
  mutationCache: new MutationCache({
    onSuccess: (answer, input, _result, { meta, state }) =>
      isOfTheLastUser(state.submittedAt) ? undefined : succeed(meta, answer, input),
    onError: (error, _input, _result, { meta, state }) =>
      void (isOfTheLastUser(state.submittedAt) || endsSession(error) || fail(meta, error)),
  }),
})

/**
 * What was read is old. A first answer that is on its way may be older than the change, and `invalidateQueries` alone would
 * take it for the new one: it starts over only what has been answered before.
 */
export async function readAgain(which: QueryFilters) {
  const isFirst = (query: Query) => query.state.data === undefined && (which.predicate?.(query) ?? true)
  await queryClient.cancelQueries({ ...which, predicate: isFirst })
  await queryClient.invalidateQueries(which)
}

function succeed({ success, action, refresh = [] }: WriteMeta = {}, answer: unknown, input: unknown) {
  const words = typeof success === 'function' ? success(answer, input) : success
  if (words) say(words, action?.(answer, input))
  // Awaited by the mutation: when its dialog closes, the new row is there.
  return Promise.all(refresh.map(({ url }) => readAgain({ queryKey: [url.split('/:')[0]] })))
}

function fail({ failure, fallback = 'Please try again.' }: WriteMeta = {}, error: Error) {
  if (failure) toast({ title: failure, description: serverMessage(error) ?? fallback, tone: 'destructive' })
}

function say(words: Words, action?: Toast['action']) {
  const [title, description] = typeof words === 'string' ? [words] : words
  toast({ title, description, ...(action && { action }) })
}

/** A 401 while somebody was signed in: the session ended elsewhere or by time. The router then shows /auth. */
function endsSession(error: Error) {
  const wasSignedIn = Boolean(queryClient.getQueryData(CURRENT_USER))
  if (!wasSignedIn || !(error instanceof ApiError) || error.status !== 401) return false
  changeUser(null)
  say(['Your session has ended', 'Please sign in again.'])
  return true
}

/** Milliseconds since 1970. */
let changedAt = 0

/** Asked for at that time by whoever was here before: its answer is none of the business of whoever is here now. */
export const isOfTheLastUser = (askedAt: number) => askedAt < changedAt

/** Tabs share the session. One that shows somebody who is signed out by now, or somebody else, would act for the new one. */
const tabs = globalThis.window && new BroadcastChannel('user')
tabs?.addEventListener('message', ({ data: id }) => {
  const shown = queryClient.getQueryData<User | null>(CURRENT_USER)
  if (shown && shown.id !== id) window.location.reload()
})

/** Whoever signs in or out, nothing the one before has seen stays in memory, here or in another tab. */
export function changeUser(user: User | null) {
  changedAt = Date.now()
  tabs?.postMessage(user?.id)
  dropEarly()
  const ofTheLastUser = { predicate: ({ queryKey: [path] }: { queryKey: QueryKey }) => path !== config.read.url }
  void queryClient.cancelQueries(ofTheLastUser)
  queryClient.setQueryData(CURRENT_USER, user)
  queryClient.removeQueries({
    predicate: (query) => ofTheLastUser.predicate(query) && query.queryKey[0] !== CURRENT_USER[0],
  })
}
