const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * As a ref: a button that vanishes with what it has done leaves the focus where it stood, to its list, its dialog or the page,
 * and not to nothing. A dialog that vanishes returns the focus by itself.
 */
export function passFocusOn(button: HTMLElement | null) {
  return () => {
    if (!button || document.activeElement !== button) return
    const list = button.closest<HTMLElement>('[data-scroll-box]')
    const dialog = button.closest<HTMLElement>(DIALOG)
    queueMicrotask(() => {
      if (document.activeElement !== document.body || dialog?.isConnected === false) return
      const heir = list?.isConnected ? list : (dialog ?? document.querySelector<HTMLElement>('main h1'))
      heir?.focus({ preventScroll: true })
    })
  }
}
