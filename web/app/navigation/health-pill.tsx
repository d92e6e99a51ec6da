import { clsx } from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { solid, surface } from '#web/ui/tone.ts'

/** Milliseconds between two looks, while somebody can see it. */
const EVERY_MINUTE = 60_000

/** The endpoint's address alone: its contract would come along to every screen. */
const useHealth = () => useQuery<{ isHealthy: boolean }>({ queryKey: ['/api/health'], refetchInterval: EVERY_MINUTE })

/** Whether every part of the portal works. A word on wide screens, a dot on phones. */
export function HealthPill() {
  const { data, isPending, isError } = useHealth()
  const isHealthy = !isError && data?.isHealthy
  const tone = isHealthy ? 'success' : 'danger'
  return (
    <output
      className={clsx(
        'ml-2 inline-flex items-center justify-center gap-1.5 rounded-full text-xs font-medium whitespace-nowrap',
        'max-sm:p-1.5 sm:h-5 sm:w-34',
        !isPending && surface[tone],
      )}
    >
      <span aria-hidden className={clsx('size-1.5 rounded-full', !isPending && solid[tone])} />
      {!isPending && <span className="max-sm:sr-only">{isHealthy ? 'System Healthy' : 'System Disrupted'}</span>}
    </output>
  )
}
