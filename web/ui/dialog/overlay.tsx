import { clsx } from 'clsx'

/**
 * Dims the page and holds it still. The page keeps its scrollbar, so nothing jumps aside; Radix's own overlay would hide it by an
 * injected <style>, which the content security policy refuses.
 */
export const Overlay = ({ className }: { className: string }) => (
  <div ref={holdStill} className={clsx('appear pointer-events-auto fixed inset-0 touch-none bg-black/45', className)} />
)

function holdStill(overlay: HTMLDivElement | null) {
  const refuse = (event: Event) => event.preventDefault()
  overlay?.addEventListener('wheel', refuse, { passive: false })
  // A press beside the dialog does not take the focus out of it.
  overlay?.addEventListener('mousedown', refuse)
  return () => {
    overlay?.removeEventListener('wheel', refuse)
    overlay?.removeEventListener('mousedown', refuse)
  }
}
