import { clsx } from 'clsx'

/**
 * Dims the page and holds it still. The page keeps its scrollbar, so nothing jumps aside; Radix's own overlay would hide it by an
 * injected <style>, which the content security policy refuses.
 */
export const Overlay = ({ className }: { className: string }) => (
  <div ref={holdStill} className={clsx('appear fixed inset-0 touch-none bg-black/45', className)} />
)

function holdStill(overlay: HTMLDivElement | null) {
  const refuse = (event: WheelEvent) => event.preventDefault()
  overlay?.addEventListener('wheel', refuse, { passive: false })
  return () => overlay?.removeEventListener('wheel', refuse)
}
