import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { CONFIRMED } from '#web/ui/dialog/confirmed.ts'
import type { Toast } from '#web/ui/feedback/toast.ts'
import { isConflict } from './api-error.ts'
import { call, type Answer, type Input, type UnconfirmedInput } from './call.ts'
import { isOfPreviousUser, keyOf, refresh, type ToastText, type WriteMeta } from './query-client.ts'

type InputArgument<E extends Endpoint> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

export const readOptions = <E extends Endpoint>(endpoint: E, ...[input]: InputArgument<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: () => call(endpoint, (input ?? {}) as Input<E>),
  })

export const useRead = <E extends Endpoint>(endpoint: E, ...input: InputArgument<E>) =>
  useQuery(readOptions(endpoint, ...input))

/** Read again when its screen opens, because others change it (docs/decisions/025-no-polling.md). */
export const useFreshRead = <E extends Endpoint>(endpoint: E, ...input: InputArgument<E>) =>
  useQuery({ ...readOptions(endpoint, ...input), staleTime: 0 })

/** Not asked again after a failure: for a part of a screen that reads it, too. */
export const useSharedRead = <E extends Endpoint>(endpoint: E, ...input: InputArgument<E>) =>
  useQuery({ ...readOptions(endpoint, ...input), retryOnMount: false })

type WriteOptions<E extends Endpoint> = Omit<WriteMeta, 'success' | 'action'> & {
  success?: ToastText | ((answer: Answer<E>, input: Input<E>) => ToastText)
  action?: (answer: Answer<E>, input: Input<E>) => Toast['action']
  /** Writes the answer into the cache where refetching everything would be too slow. */
  keep?: (answer: Answer<E>, input: Input<E>) => unknown
  /** Refetches after the server refused with a conflict, because someone else changed the data; otherwise `refresh` does. */
  reread?: (input: Input<E>) => unknown
  /** Writes of the same scope run in order. Without one, those of the same control do. */
  scope?: string
  /** Prepares a write when it is sent, after the earlier ones of its scope. */
  rebase?: (input: Input<E>) => Input<E> | Promise<Input<E>>
}

/** Sends any write. The code of the step-up dialog is loaded with the first endpoint that may need it. */
export async function sendWrite<Result>({ config }: Endpoint, send: () => Promise<Result>) {
  if (!config.stepUp) return send()
  const { sendConfirmed } = await import('./step-up-call.ts')
  return sendConfirmed(send)
}

export function useWrite<E extends Endpoint>(
  endpoint: E,
  { keep, reread, scope, rebase, ...meta }: WriteOptions<E> = {},
) {
  const mutationFn = async (input: Input<E>) => {
    const askedAt = Date.now()
    try {
      const sent = (await rebase?.(input)) ?? input
      const answer = await sendWrite(endpoint, () => call(endpoint, sent))
      if (!isOfPreviousUser(askedAt)) await keep?.(answer, input)
      return answer
    } catch (error) {
      try {
        if (isConflict(error)) {
          if (reread) await reread(input)
          else void refresh(meta)
        }
      } catch {
        // The refusal says more.
      }
      throw error
    }
  }
  // In order, so that the last choice wins here and on the server.
  const own = useId()
  return useMutation({ mutationFn, scope: { id: scope ?? own }, meta: meta as WriteMeta })
}

type Undo<E extends Endpoint> = (answer: Answer<E>) => UnconfirmedInput<E>

/**
 * For a change that is applied immediately and can be undone from its toast. `undo` has its own mutation, because the control may be gone
 * by then.
 */
export function useUndoableWrite<E extends Endpoint>(
  endpoint: E,
  { undoFailure, ...options }: Omit<WriteOptions<E>, 'action'> & { undoFailure?: string },
) {
  const { mutate: revert } = useWrite(endpoint, { ...options, ...(undoFailure && { failure: undoFailure }) })
  const { mutate, isPending } = useWrite(endpoint, {
    ...options,
    action: (answer, input) => {
      const { undo } = input as Input<E> & { undo: Undo<E> }
      return { label: 'Undo', onSelect: () => revert(confirmed<E>(undo(answer))) }
    },
  })
  const write = (input: UnconfirmedInput<E>, undo: Undo<E>, onError?: (error: Error) => void) =>
    mutate({ ...confirmed<E>(input), undo }, onError && { onError })
  return { mutate: write, isPending }
}

type UndoOptions<E extends Endpoint> = Omit<WriteOptions<E>, 'action'> & {
  undo: (answer: Answer<E>, input: Input<E>) => UnconfirmedInput<E> | undefined
}

/** For a change that a dialog confirms and that can still be undone from its toast. */
export function useRevertibleWrite<E extends Endpoint>(endpoint: E, { undo, ...options }: UndoOptions<E>) {
  const { mutate: revert } = useWrite(endpoint, options)
  return useWrite(endpoint, {
    ...options,
    action: (answer, input) => {
      const back = undo(answer, input)
      return back && { label: 'Undo', onSelect: () => revert(confirmed<E>(back)) }
    },
  })
}

const confirmed = <E extends Endpoint>(input: UnconfirmedInput<E>) => ({ ...input, confirmed: CONFIRMED }) as Input<E>
