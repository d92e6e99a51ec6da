import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export const Checkbox = ({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...props} type="checkbox" className={clsx('block size-4 shrink-0 accent-accent max-sm:size-5', className)} />
)
