import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { DIALOG } from '#web/ui/open-dialog.ts'

const variants = {
  primary: 'bg-accent text-accent-fg hover:opacity-95',
  outline: 'border border-line bg-card shadow-card hover:bg-sunken',
  ghost: 'hover:bg-neutral-bg',
  danger: 'bg-danger-solid text-danger-solid-fg hover:opacity-95',
  link: 'text-accent underline-offset-4 hover:underline',
}

const sizes = {
  medium: 'h-9 px-3.5 max-sm:h-10',
  small: 'h-8 px-2.5 text-[13px] max-sm:h-10',
  icon: 'size-8 shrink-0 max-sm:size-10',
  inline: 'min-h-6',
}

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes }

export const buttonClass = ({ variant = 'outline', size = 'medium' }: ButtonLook = {}, className?: string) =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors',
    'disabled:opacity-50 aria-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )

type Props = ComponentProps<'button'> &
  ButtonLook & {
    /** Unlike `disabled`, keeps the focus. Clicks do nothing. */
    isPending?: boolean
  }

/** Also prevents submitting the form. */
const ignored = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

export const Button = ({ variant, size, className, isPending, ...props }: Props) => (
  <button
    type="button"
    ref={passFocusOn}
    {...props}
    {...(isPending && ignored)}
    className={buttonClass({ variant, size }, className)}
  />
)

/**
 * A ref: when the button, or a part with the focus in it, disappears, the focus moves to the next row of `data-rows`, or to its list or
 * dialog, the heading of its `data-part` or the page, instead of getting lost. A dialog that closes returns the focus itself.
 */
export function passFocusOn(button: HTMLElement | null) {
  return () => {
    if (!button?.contains(document.activeElement)) return
    const list = button.closest<HTMLElement>('[data-scroll-box]')
    const dialog = button.closest<HTMLElement>(DIALOG)
    const part = button.closest('[data-part]')
    const rows = button.closest('[data-rows]')
    const place = [...(rows?.children ?? [])].findIndex((row) => row.contains(button))
    queueMicrotask(() => {
      if (![document.body, dialog].includes(document.activeElement as HTMLElement) || dialog?.isConnected === false)
        return
      const next = rows?.isConnected && (rows.children[place] ?? rows.lastElementChild)
      const control = next && next.querySelector<HTMLElement>('input, button:last-of-type')
      const heir = control || (list?.isConnected ? list : (dialog ?? headingOf(part)))
      heir?.focus({ preventScroll: true })
    })
  }
}

const headingOf = (part: Element | null) =>
  part?.isConnected ? part.querySelector<HTMLElement>('h2[tabindex]') : document.querySelector<HTMLElement>('main h1')
