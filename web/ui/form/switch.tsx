import { clsx } from 'clsx'
import { useId, type ComponentProps } from 'react'

type Props = { label: string; help: string } & Omit<ComponentProps<'input'>, 'type' | 'role'>

const track =
  'relative block h-6 w-10 shrink-0 appearance-none rounded-full bg-input transition-colors checked:bg-accent disabled:opacity-60'
const knob =
  'before:absolute before:top-1 before:left-1 before:size-4 before:rounded-full before:bg-card before:transition-transform checked:before:translate-x-4'

export const SwitchControl = (props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) => (
  <input {...props} type="checkbox" role="switch" aria-checked={props.checked} className={`${track} ${knob}`} />
)

/** The label is on its left. Takes effect immediately. */
export function Switch({ label, help, className, ...props }: Props) {
  const id = useId()
  return (
    <div className={clsx('flex min-h-10 items-center justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-help`} className="text-[13px] text-fg2">
          {help}
        </p>
      </div>
      <SwitchControl {...props} id={id} aria-describedby={`${id}-help`} />
    </div>
  )
}
