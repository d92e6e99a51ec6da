import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass } from './control.ts'

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea rows={4} {...props} className={clsx(controlClass, 'min-h-20 py-2', className)} />
)
