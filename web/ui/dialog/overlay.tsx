import { clsx } from 'clsx'

/** Dims the page and blocks scrolling. Radix's overlay injects a <style> that the content security policy refuses. */
export const Overlay = ({ className }: { className: string }) => (
  <div ref={holdStill} className={clsx('appear pointer-events-auto fixed inset-0 touch-none bg-black/45', className)} />
)

function holdStill(overlay: HTMLDivElement | null) {
  const refuse = (event: Event) => event.preventDefault()
  overlay?.addEventListener('wheel', refuse, { passive: false })
  // A click beside the dialog does not move the focus out of it.
  overlay?.addEventListener('mousedown', refuse)
  return () => {
    overlay?.removeEventListener('wheel', refuse)
    overlay?.removeEventListener('mousedown', refuse)
  }
}
