import { clsx } from 'clsx'
import type { ComponentProps, WheelEvent } from 'react'
import { controlClass } from './control.ts'

/** Otherwise the wheel would change a focused number instead of scrolling. */
const stopStepping = ({ currentTarget }: WheelEvent<HTMLInputElement>) =>
  currentTarget.type === 'number' && currentTarget.blur()

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input onWheel={stopStepping} {...props} className={clsx(controlClass, 'h-9 max-sm:h-10', className)} />
)
