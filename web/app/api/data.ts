import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { CONFIRMED } from '#web/ui/dialog/confirmed.ts'
import type { Toast } from '#web/ui/feedback/toast.ts'
import { ApiError } from './api-error.ts'
import { call, type Answer, type Input, type Unconfirmed } from './call.ts'
import { isOfTheLastUser, keyOf, type Words, type WriteMeta } from './query-client.ts'

type InputArgument<E extends Endpoint> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/** For useQuery, prefetchQuery and setQueryData alike. */
export const readOptions = <E extends Endpoint>(endpoint: E, ...[input]: InputArgument<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: () => call(endpoint, (input ?? {}) as Input<E>),
  })

export const useRead = <E extends Endpoint>(endpoint: E, ...input: InputArgument<E>) =>
  useQuery(readOptions(endpoint, ...input))

type Tell<E extends Endpoint> = Omit<WriteMeta, 'success' | 'action'> & {
  /** The toast: a title, title and description, or both from the answer. */
  success?: Words | ((answer: Answer<E>, input: Input<E>) => Words)
  /** The button of that toast: undo, where undo is possible. */
  action?: (answer: Answer<E>, input: Input<E>) => Toast['action']
  /** Puts the answer into what has been read already, where reading it all again would be too much. */
  keep?: (answer: Answer<E>, input: Input<E>) => unknown
  /** Reads again what somebody else has changed meanwhile: the server refused with a conflict. */
  reread?: (input: Input<E>) => unknown
}

/** Sends a write, whatever its body is made of. The code of the confirmation arrives with the first endpoint that may need it. */
export async function sendWrite<Result>({ config }: Endpoint, send: () => Promise<Result>) {
  if (!config.stepUp) return send()
  const { sendConfirmed } = await import('./step-up-call.ts')
  return sendConfirmed(send)
}

const CONFLICT = 409

/** A call that changes something. What it says and what it makes old is declared, not done. */
export function useWrite<E extends Endpoint>(endpoint: E, { success, action, keep, reread, ...meta }: Tell<E> = {}) {
  const told =
    typeof success === 'function'
      ? (answer: unknown, input: unknown) => success(answer as Answer<E>, input as Input<E>)
      : success
  const mutationFn = async (input: Input<E>) => {
    const askedAt = Date.now()
    try {
      const answer = await sendWrite(endpoint, () => call(endpoint, input))
      if (!isOfTheLastUser(askedAt)) await keep?.(answer, input)
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT) await reread?.(input)
      throw error
    }
  }
  // One after the other: chosen twice in a row, what was chosen last is what stays, there and here.
  const scope = { id: useId() }
  const typed = action && ((answer: unknown, input: unknown) => action(answer as Answer<E>, input as Input<E>))
  return useMutation({ mutationFn, scope, meta: { ...meta, success: told, ...(typed && { action: typed }) } })
}

/** The change that reverts it. */
type Undo<E extends Endpoint> = (answer: Answer<E>) => Unconfirmed<E>

/**
 * For a change that is made at once because it can be reverted: nothing has left the house while its toast offers 'Undo'. `undo` goes
 * with its own call, since what it returns to is not on screen any more.
 */
export function useUndoableWrite<E extends Endpoint>(endpoint: E, tell: Omit<Tell<E>, 'action'>) {
  const { mutate: revert } = useWrite(endpoint, tell)
  const { mutate, isPending } = useWrite(endpoint, {
    ...tell,
    action: (answer, input) => {
      const { undo } = input as Input<E> & { undo: Undo<E> }
      return { label: 'Undo', onSelect: () => revert(confirmed<E>(undo(answer))) }
    },
  })
  const write = (input: Unconfirmed<E>, undo: Undo<E>) => mutate({ ...confirmed<E>(input), undo })
  return { mutate: write, isPending }
}

const confirmed = <E extends Endpoint>(input: Unconfirmed<E>) => ({ ...input, confirmed: CONFIRMED }) as Input<E>
