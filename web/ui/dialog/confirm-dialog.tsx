import { AlertDialog as Radix } from 'radix-ui'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { openerOf, returnFocus } from '#web/ui/return-focus.ts'
import { CONFIRMED, type Confirmation } from './confirmed.ts'
import { useDialogContent } from './dialog-focus.ts'
import { Overlay } from './overlay.tsx'

type Props = {
  title: string
  description: string
  confirm: string
  pending?: string
  cancel?: string
  tone?: 'primary' | 'danger'
  isDisabled?: boolean
  /** The dialog closes when this resolves and stays open when it rejects. */
  onConfirm: (confirmed: Confirmation) => unknown
  onClose: () => void
  children?: ReactNode
}

/** Ignores auto-repeat: the key that opened the dialog must not confirm it. */
const ignoreHeldKey = (event: KeyboardEvent) => event.repeat && event.preventDefault()

/** Open while mounted. Enter confirms a harmless action and cancels a destructive one. */
export function ConfirmDialog({ onConfirm, onClose, children, ...words }: Props) {
  const [opener] = useState(() => openerOf(document.activeElement))
  const [isPending, setPending] = useState(false)
  const confirm = useRef<HTMLButtonElement>(null)
  const isEnterEnough = words.tone === 'primary' && !words.isDisabled

  const run = async () => {
    setPending(true)
    try {
      await onConfirm(CONFIRMED)
      onClose()
    } catch {
      // The mutation has already shown its toast.
      setPending(false)
    }
  }

  const close = () => !isPending && onClose()
  const content = useDialogContent(close, 'bottom')

  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          aria-modal
          {...content}
          onOpenAutoFocus={(event) => {
            if (!isEnterEnough) return
            event.preventDefault()
            confirm.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(opener)
          }}
          className="appear short:top-4 short:max-h-[max(8rem,calc(100dvh-2rem-var(--toasts,0px)))] short:translate-y-0 fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 translate-y-[var(--from-middle,-50%)] gap-2 overflow-y-auto rounded-xl border bg-card p-5 shadow-xl outline-none"
        >
          <Radix.Title className="text-base leading-6 font-semibold">{words.title}</Radix.Title>
          <Radix.Description className="text-fg2">{words.description}</Radix.Description>
          {children}
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button isPending={isPending}>{words.cancel ?? 'Cancel'}</Button>
            </Radix.Cancel>
            <Button
              ref={confirm}
              variant={words.tone ?? 'danger'}
              disabled={words.isDisabled}
              isPending={isPending}
              onKeyDown={ignoreHeldKey}
              onClick={() => void run()}
            >
              {isPending ? (words.pending ?? words.confirm) : words.confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
