import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call, type Answer, type Input } from './call.ts'
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

type Tell<E extends Endpoint> = Omit<WriteMeta, 'success'> & {
  /** The toast: a title, title and description, or both from the answer. */
  success?: Words | ((answer: Answer<E>, input: Input<E>) => Words)
  /** Puts the answer into what has been read already, where reading it all again would be too much. */
  keep?: (answer: Answer<E>, input: Input<E>) => unknown
  /** Reads again what somebody else has changed meanwhile: the server refused with a conflict. */
  reread?: (input: Input<E>) => unknown
}

/** What answers an endpoint that asks who it is comes with the first such call. */
const callConfirmed = async <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  (await import('./step-up-call.ts')).callConfirmed(endpoint, input)

const CONFLICT = 409

/** A call that changes something. What it says and what it makes old is declared, not done. */
export function useWrite<E extends Endpoint>(endpoint: E, { success, keep, reread, ...meta }: Tell<E> = {}) {
  const told =
    typeof success === 'function'
      ? (answer: unknown, input: unknown) => success(answer as Answer<E>, input as Input<E>)
      : success
  const mutationFn = async (input: Input<E>) => {
    const askedAt = Date.now()
    try {
      const answer = await (endpoint.config.stepUp ? callConfirmed(endpoint, input) : call(endpoint, input))
      if (!isOfTheLastUser(askedAt)) await keep?.(answer, input)
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT) await reread?.(input)
      throw error
    }
  }
  // One after the other: chosen twice in a row, what was chosen last is what stays, there and here.
  const scope = { id: useId() }
  return useMutation({ mutationFn, scope, meta: { ...meta, success: told } })
}
