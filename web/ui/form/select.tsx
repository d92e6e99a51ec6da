import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass } from './control.ts'

export type Option = { value: string; label: string }

/** The native control is fast, familiar on phones and needs no script. */
export const Select = ({ options, className, ...props }: { options: readonly Option[] } & ComponentProps<'select'>) => (
  <span className={clsx('relative block', className)}>
    <select {...props} className={clsx(controlClass, 'h-9 appearance-none pr-9 max-sm:h-10')}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      aria-hidden
      className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-fg2"
    />
  </span>
)
