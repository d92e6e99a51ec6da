import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '#web/app/api/api-error.ts'

export const reasonOf = (error: unknown) => serverMessage(error) ?? 'You could not be signed in. Please try again.'

/** Opens the page of the identity provider for an email address or a domain. `next`: the page to open afterwards. */
export function useSsoStart(next?: string) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (address: string) => (await import('./start.ts')).startSso({ address, next }),
  })
  return { start: mutate, isPending, failure: error && reasonOf(error), forget: reset }
}
