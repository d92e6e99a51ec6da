import { useCallback, useEffect, useEffectEvent, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react'
import { topmost } from '#web/ui/open-dialog.ts'
import { isComposing } from '#web/ui/page/composing.ts'
import { keepEdge, type Edge } from '#web/ui/page/keep-edge.ts'

const refuse = (event: Event) => event.preventDefault()

/**
 * The props of a dialog's content. Escape closes the dialog that has the focus; where nothing has it, as right after a dialog above has
 * closed, the topmost one. Radix closes the topmost one as of its last render, so a quick second press would close the dialog below or
 * nothing. The key press that opened a dialog must not submit its form when it repeats.
 */
export function useDialogContent(close: () => unknown, edge: Edge) {
  const shown = useRef<HTMLDivElement>(null)
  const ref = useCallback(
    (dialog: HTMLDivElement | null) => {
      shown.current = dialog
      return dialog ? keepEdge(dialog, edge) : undefined
    },
    [edge],
  )
  const press = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && target === document.body && topmost() === shown.current) close()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const { key, currentTarget, target } = event
    if (key === 'Escape' && currentTarget.contains(target as Node) && !isComposing(event)) close()
    if (key === 'Enter' && event.repeat && !(target instanceof HTMLTextAreaElement)) event.preventDefault()
  }
  return { ref, onEscapeKeyDown: refuse, onPointerDownOutside: refuse, onKeyDown }
}
