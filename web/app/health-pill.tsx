import { clsx } from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { solid, surface } from '#web/ui/tone.ts'

/** What the server says about itself: ready means its database answers. A word on wide screens, a dot on phones. */
export function HealthPill() {
  const { isPending, isError } = useQuery({ queryKey: ['/health/ready'] })
  if (isPending) return null
  const tone = isError ? 'danger' : 'success'
  return (
    <output
      className={clsx(
        'ml-2 inline-flex items-center gap-1.5 rounded-full text-xs font-medium whitespace-nowrap max-sm:p-1.5 sm:px-2.5 sm:py-0.5',
        surface[tone],
      )}
    >
      <span aria-hidden className={clsx('size-1.5 rounded-full', solid[tone])} />
      <span className="max-sm:sr-only">{isError ? 'System Disrupted' : 'System Healthy'}</span>
    </output>
  )
}
