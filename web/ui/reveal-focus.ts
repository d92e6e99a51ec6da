/**
 * A focus listener. Radix moves the focus around a dialog without scrolling, and browsers leave an element in place while its first 32
 * pixels are visible, also below a sticky cell.
 */
export function revealFocus({ target }: { target: EventTarget | null }) {
  if (target instanceof Element && target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
