import {
  MutationCache,
  QueryCache,
  QueryClient,
  notifyManager,
  type InferDataFromTag,
  type Query,
  type QueryFilters,
  type QueryKey,
  type Updater,
} from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { session, type CurrentUser, type User, SIGN_IN_AGAIN } from '#contract/identity/session.ts'
import { config } from '#contract/operations/config.ts'
import { withoutAsking } from '#web/ui/dialog/unload.ts'
import { toast, type Toast } from '#web/ui/feedback/toast.ts'
import { shownAtField } from '#web/ui/form/form-state.ts'
import { ApiError, serverMessage } from './api-error.ts'
import { get } from './call.ts'
import { dropEarly } from './requests/early.ts'
import { signInQuestion } from './questions.ts'
import { leaveEndedViewing, setViewing } from './viewing.ts'

export type ToastText = string | readonly [title: string, description: string]

export type WriteMeta = {
  success?: ToastText | ((answer: unknown, input: unknown) => ToastText)
  action?: (answer: unknown, input: unknown) => Toast['action']
  failure?: string
  fallback?: string
  refresh?: readonly Endpoint[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** '/api/tickets/:id/messages' → ['/api/tickets', id, 'messages'], followed by the query if there is one. */
export function keyOf({ url }: Endpoint, { params, query }: { params?: unknown; query?: unknown } = {}): QueryKey {
  const parts = url.split(/\/?:(\w+)\/?/)
  const filled = parts.map((part, place) => (place % 2 === 1 ? String(Object(params)[part]) : part)).filter(Boolean)
  return query === undefined ? filled : [...filled, query]
}

const CURRENT_USER = keyOf(session.currentUser)

/** The path alone: importing the contract would load it with every screen. */
export const HEALTH = ['/api/health']

// In a microtask: a second click queued in the event loop must find its button pending.
notifyManager.setScheduler(queueMicrotask)

/** Without a query function, the key's parts joined by slashes are the path to read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey }) => get(queryKey.join('/')),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    // Offline, a write fails immediately instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== HEALTH[0]) checkConnection(error)
      leaveEndedViewing(error)
      endsSession(error)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (answer, input, _result, { meta, state }) =>
      isOfPreviousUser(state.submittedAt) ? undefined : succeed(meta, answer, input),
    onError: (error, _input, _result, { meta, state }) => {
      checkConnection(error)
      leaveEndedViewing(error)
      return void (isOfPreviousUser(state.submittedAt) || endsSession(error) || fail(meta, error))
    },
  }),
})

/**
 * Refetches. A first response that is on its way may be older than the change, and `invalidateQueries` restarts only queries that already
 * have data.
 */
export async function refetch(which: QueryFilters) {
  const isFirst = (query: Query) => query.state.data === undefined && (which.predicate?.(query) ?? true)
  await queryClient.cancelQueries({ ...which, predicate: isFirst })
  await queryClient.invalidateQueries(which)
}

/** Stores what a write has answered. A read on its way may be older. */
export async function keepAnswer<Key extends QueryKey>(
  queryKey: Key,
  answer: Updater<InferDataFromTag<unknown, Key> | undefined, InferDataFromTag<unknown, Key> | undefined>,
) {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}

export const refresh = ({ refresh: reads = [] }: Pick<WriteMeta, 'refresh'> = {}) =>
  Promise.all(reads.map(({ url }) => refetch({ queryKey: [url.split('/:')[0]] })))

function succeed(meta: WriteMeta = {}, answer: unknown, input: unknown) {
  const { success, action } = meta
  const words = typeof success === 'function' ? success(answer, input) : success
  if (words) say(words, action?.(answer, input))
  // The mutation awaits this, so the new row is there when its dialog closes.
  return refresh(meta)
}

function fail({ failure, fallback = 'Please try again.' }: WriteMeta = {}, error: Error) {
  if (!failure) return
  const ours = globalThis.navigator?.onLine === false ? 'You are offline.' : fallback
  const show = () =>
    shownAtField.has(error) || toast({ title: failure, description: serverMessage(error) ?? ours, tone: 'destructive' })
  // The form receives the error after this.
  if ((error as ApiError).errors) setTimeout(show)
  else show()
}

/** Reads the health at once when a request got no answer, so that the top bar says so. */
function checkConnection(error: Error) {
  if (!(error instanceof ApiError)) void queryClient.refetchQueries({ queryKey: HEALTH, type: 'active' })
}

function say(words: ToastText, action?: Toast['action']) {
  const [title, description] = typeof words === 'string' ? [words] : words
  toast({ title, description, ...(action && { action }) })
}

/** A 401 while signed in means that the session expired or was ended elsewhere. Without an open page the router then shows /auth. */
function endsSession(error: Error) {
  const wasSignedIn = Boolean(queryClient.getQueryData(CURRENT_USER))
  // A wrong password in the dialog that asks to sign in.
  if (signInQuestion.isOpen()) return false
  if (!wasSignedIn || !(error instanceof ApiError) || error.status !== 401) return false
  // The sign-in over the page was declined: the page and everything typed stay, and the next call asks again.
  if (!signInQuestion.canAsk()) changeUser(null)
  say(['Your session has ended', SIGN_IN_AGAIN])
  return true
}

/** Milliseconds since 1970. */
let changedAt = 0

/** The request was sent by the previous user of this tab. Its response must not reach the current one. */
export const isOfPreviousUser = (askedAt: number) => askedAt < changedAt

/** Tabs share the session: one that still shows the previous user would act as the new one, or with another role. A tab of release 0.1 names the id only. */
const tabs = globalThis.window && new BroadcastChannel('user')
tabs?.addEventListener('message', ({ data: name }) => {
  const shown = queryClient.getQueryData<User | null>(CURRENT_USER)
  if (!shown) void queryClient.refetchQueries({ queryKey: CURRENT_USER })
  else if ((shown.id + shown.role).startsWith(name)) signInQuestion.answer(true)
  else withoutAsking(() => window.location.reload())
})

/** Clears everything the previous user has seen, here and in other tabs. The same user, signed in again with the same role, keeps it. */
export function changeUser(user: CurrentUser | null) {
  setViewing(user)
  tabs?.postMessage(user && user.id + user.role)
  const previous = queryClient.getQueryData<User | null>(CURRENT_USER)
  const ofTheLastUser = { predicate: ({ queryKey: [path] }: { queryKey: QueryKey }) => path !== config.read.url }
  const beside = {
    predicate: (query: Query) => ofTheLastUser.predicate(query) && query.queryKey[0] !== CURRENT_USER[0],
  }
  if (user && user.id === previous?.id) {
    queryClient.setQueryData(CURRENT_USER, user)
    if (user.role === previous.role) return void queryClient.refetchQueries({ queryKey: HEALTH, type: 'active' })
    queryClient.removeQueries({ ...beside, type: 'inactive' })
    return void refetch(beside)
  }
  changedAt = Date.now()
  dropEarly()
  void queryClient.cancelQueries(ofTheLastUser)
  queryClient.setQueryData(CURRENT_USER, user)
  queryClient.removeQueries(beside)
}
