import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useCallback, useReducer, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { openerOf, returnFocus } from '#web/ui/return-focus.ts'
import { revealFocus } from '#web/ui/reveal-focus.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useDialogContent } from './dialog-focus.ts'
import { DialogState, type Question } from './dialog-state.ts'
import { leavingLink } from './leaving.ts'
import { Overlay } from './overlay.tsx'
import { useAskBeforeUnload } from './unload.ts'

const layouts = {
  small: 'sm:max-w-md',
  medium: 'sm:max-w-lg',
  reading: 'sm:max-w-3xl',
  wide: 'sm:max-w-5xl',
}

const centred =
  'max-sm:inset-0 sm:top-1/2 sm:left-1/2 sm:max-h-[min(90dvh,56rem,var(--room,100dvh))] sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:translate-y-[var(--from-middle,-50%)] sm:rounded-xl'

const drawers = {
  left: 'inset-y-0 left-0 w-72 max-w-[85vw]',
  right: 'inset-y-0 right-0 w-full',
}

type Props = {
  title: ReactNode
  description?: ReactNode
  onClose: () => void
  size?: keyof typeof layouts
  side?: keyof typeof drawers
  /** A selector of what takes the focus when the dialog closes. Otherwise it is what opened it. */
  returnTo?: string
  children: ReactNode
}

/** Open while mounted, so that closing it discards the input. */
export function Dialog({ title, description, onClose, size = 'medium', side, returnTo, children }: Props) {
  const [opener] = useState(() => openerOf(document.activeElement))
  const [isDirty, setDirty] = useDirtyParts()
  const [question, setQuestion] = useState<Question | null>(null)
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const [keptOpen, keepOpen] = useReducer((count: number, change: 1 | -1) => count + change, 0)
  const keepsOpen = keptOpen > 0
  const asks = isDirty || question !== null
  const close = () => !keepsOpen && (asks ? setLeave(() => onClose) : onClose())
  const content = useDialogContent(close, 'top')
  useAskBeforeUnload(asks)
  const followed = useRef<HTMLAnchorElement>(null)

  const askBeforeLink = (event: MouseEvent) => {
    const link = asks && leavingLink(event)
    if (!link || link === followed.current) return
    event.preventDefault()
    event.stopPropagation()
    setLeave(() => () => {
      followed.current = link
      link.click()
    })
  }

  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Overlay onPress={close} />
        <Radix.Content
          aria-modal
          {...content}
          onFocus={revealFocus}
          onClickCapture={askBeforeLink}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            startOf(event.target as HTMLElement, side).focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus((returnTo && openerOf(document.querySelector(returnTo))) || opener)
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'appear fixed z-50 flex flex-col overflow-y-auto overscroll-contain bg-card p-5 shadow-xl outline-none sm:border',
            'max-sm:scroll-pb-(--toasts) max-sm:pb-[calc(1.25rem+var(--toasts,0px))]',
            side ? [drawers[side], side === 'right' && layouts[size]] : [centred, layouts[size]],
          )}
        >
          <Heading title={title} description={description} keepsOpen={keepsOpen} />
          <DialogState value={{ setDirty, setQuestion, keepOpen }}>{children}</DialogState>
          {leave && <ConfirmDialog {...(question ?? UNSAVED)} onConfirm={leave} onClose={() => setLeave(null)} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function useDirtyParts() {
  const [parts, setParts] = useState<readonly string[]>([])
  const setDirty = useCallback(
    (part: string, isDirty: boolean) =>
      setParts((before) => {
        if (before.includes(part) === isDirty) return before
        return isDirty ? [...before, part] : before.filter((other) => other !== part)
      }),
    [],
  )
  return [parts.length > 0, setDirty] as const
}

/** Focuses the first field, otherwise the dialog itself. A drawer starts at its top. */
const startOf = (dialog: HTMLElement, side: Props['side']) =>
  (!side && dialog.querySelector<HTMLElement>(FIELD)) || dialog

const FIELD = ':is(input:not([type=hidden], [readonly]), select, textarea, button[name]):enabled'

type HeadingProps = Pick<Props, 'title' | 'description'> & { keepsOpen: boolean }

const Heading = ({ title, description, keepsOpen }: HeadingProps) => (
  <div className="mb-4 flex items-start gap-3">
    <div className="min-w-0 flex-1">
      <Radix.Title className="text-base leading-6 font-semibold">{title}</Radix.Title>
      {description && <Radix.Description className="text-fg2">{description}</Radix.Description>}
    </div>
    <Radix.Close asChild>
      <Button variant="ghost" size="icon" aria-label="Dismiss" aria-disabled={keepsOpen} className="-mt-1 -mr-1">
        <X />
      </Button>
    </Radix.Close>
  </div>
)

const UNSAVED: Question = {
  title: 'Discard your changes?',
  description: 'They haven’t been saved.',
  confirm: 'Discard',
  cancel: 'Keep editing',
}
