import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ApiError, isSignedOut } from '#web/app/api/api-error.ts'
import { HEALTH } from '#web/app/api/query-client.ts'
import { solid, surface } from '#web/ui/tone.ts'
import { useIsOnline } from './use-is-online.ts'

/** Milliseconds. Hidden tabs do not poll. */
const EVERY = { minute: 60_000, fiveSeconds: 5000 }

const intervalAfter = (error: Error | null) => (error ? EVERY.fiveSeconds : EVERY.minute)

const useHealth = () =>
  useQuery<{ isHealthy: boolean }>({
    queryKey: HEALTH,
    // Asking again without a session would interrupt the user.
    refetchInterval: ({ state: { error } }) => !isSignedOut(error) && intervalAfter(error),
    refetchOnReconnect: 'always',
  })

/** A proxy answers for a server that does not. */
const GATEWAY = [502, 504]

const isUnreachable = (error: unknown) => !(error instanceof ApiError) || GATEWAY.includes(error.status)

/** Shows whether all parts of the portal work: a word on wide screens, a dot on phones. */
export function HealthPill() {
  const isOnline = useIsOnline()
  const { data, isPending, error } = useHealth()
  const { words, tone } = !isOnline
    ? ({ words: 'Offline', tone: 'neutral' } as const)
    : error && isUnreachable(error)
      ? ({ words: 'Cannot reach the server', tone: 'neutral' } as const)
      : data?.isHealthy && (!error || isSignedOut(error))
        ? ({ words: 'System Healthy', tone: 'success' } as const)
        : ({ words: 'System Disrupted', tone: 'danger' } as const)
  const isKnown = !isPending || !isOnline
  return (
    <output
      className={clsx(
        'ml-2 inline-flex items-center justify-center gap-1.5 rounded-full text-xs font-medium whitespace-nowrap',
        'max-sm:p-1.5 sm:h-5 sm:min-w-34 sm:px-2',
        isKnown && surface[tone],
      )}
    >
      <span aria-hidden className={clsx('size-1.5 rounded-full', isKnown && solid[tone])} />
      {isKnown && <span className="max-sm:sr-only">{words}</span>}
    </output>
  )
}
