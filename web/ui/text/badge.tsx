import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { solid, surface, type Tone } from '#web/ui/tone.ts'

type Props = { tone?: Tone; look?: 'soft' | 'outline' | 'struck'; children: ReactNode }

/** Color is not the only signal. */
export const Badge = ({ tone = 'neutral', look = 'soft', children }: Props) => (
  <span
    className={clsx(
      'inline-flex h-[22px] items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
      look === 'outline' ? 'border border-current bg-card' : surface[tone],
      look === 'outline' && surface[tone].split(' ')[1],
      look === 'struck' && 'line-through',
    )}
  >
    <span aria-hidden className={clsx('size-1.5 rounded-full', solid[tone])} />
    {children}
  </span>
)
