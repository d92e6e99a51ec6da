import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass } from './control.ts'

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input {...props} className={clsx(controlClass, 'h-9 max-sm:h-10', className)} />
)
