import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, type Answer, type Input } from './call.ts'
import { keyOf, type Words, type WriteMeta } from './query-client.ts'

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
}

/** A call that changes something. What it says and what it makes old is declared, not done. */
export function useWrite<E extends Endpoint>(endpoint: E, { success, ...meta }: Tell<E> = {}) {
  const told =
    typeof success === 'function'
      ? (answer: unknown, input: unknown) => success(answer as Answer<E>, input as Input<E>)
      : success
  return useMutation({ mutationFn: (input: Input<E>) => call(endpoint, input), meta: { ...meta, success: told } })
}
