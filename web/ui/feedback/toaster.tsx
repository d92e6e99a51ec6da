import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef, useSyncExternalStore, type FocusEvent, type KeyboardEvent } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { openerOf, returnFocus } from '#web/ui/return-focus.ts'
import { makeRoom } from './make-room.ts'
import {
  NOTIFICATIONS,
  NOTIFICATIONS_KEY,
  dismissToast,
  toastStore,
  TOAST_DURATION,
  TOAST_SWIPE_THRESHOLD,
  type Toast,
} from './toast.ts'

/** `isFocused`: the hotkey was pressed before this code arrived. */
export function Toaster({ isFocused }: { isFocused: boolean }) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const { leave, ...listeners } = useFocusReturn()
  return (
    <div {...listeners}>
      <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} {...toast} onClosed={leave} />
        ))}
        <Radix.Viewport
          ref={isFocused ? focusInRoom : makeRoom}
          hotkey={[NOTIFICATIONS_KEY]}
          label={NOTIFICATIONS}
          className="pointer-events-auto fixed bottom-0 left-0 z-60 w-full max-w-sm p-4 outline-none empty:pointer-events-none empty:focus:before:block empty:focus:before:rounded-lg empty:focus:before:border empty:focus:before:bg-card empty:focus:before:p-4 empty:focus:before:shadow-lg empty:focus:before:content-['No_notifications']"
        />
      </Radix.Provider>
    </div>
  )
}

function useFocusReturn() {
  const region = useRef<HTMLDivElement>(null)
  const origin = useRef<ReturnType<typeof openerOf>>(null)
  const leave = () => {
    const { activeElement } = document
    if (!activeElement || !region.current?.contains(activeElement)) return
    // A click leaves the page where it was scrolled to.
    returnFocus(origin.current, { preventScroll: !activeElement.matches(':focus-visible') })
    origin.current = null
  }
  // Without another element the window has lost or regained the focus.
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) origin.current = openerOf(relatedTarget)
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) origin.current = null
  }
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
  return { ref: region, onFocus, onBlur, onKeyDown, leave }
}

function focusInRoom(list: HTMLElement | null) {
  list?.focus()
  return makeRoom(list)
}

const ToastCard = ({ id, isOpen, title, description, tone, action, onClosed }: Toast & { onClosed: () => void }) => (
  <Radix.Root
    open={isOpen}
    onOpenChange={(open) => {
      if (open) return
      dismissToast(id)
      onClosed()
    }}
    type={tone === 'destructive' ? 'foreground' : 'background'}
    data-tone={tone ?? 'plain'}
    className={clsx(
      'toast flex items-start gap-3 rounded-lg border p-4 pr-2 shadow-lg',
      tone === 'destructive' ? 'destructive border-danger-solid bg-danger-solid text-danger-solid-fg' : 'bg-card',
    )}
  >
    <div className="min-w-0 flex-1">
      <Radix.Title className="font-semibold">{title}</Radix.Title>
      {description && <Radix.Description>{description}</Radix.Description>}
    </div>
    {action && (
      <Radix.Action asChild altText={action.label}>
        <Button size="small" onClick={action.onSelect} className="text-fg">
          {action.label}
        </Button>
      </Radix.Action>
    )}
    <Radix.Close asChild>
      <Button variant="ghost" size="icon" aria-label="Dismiss notification" className="-mt-1.5 hover:bg-transparent">
        <X />
      </Button>
    </Radix.Close>
  </Radix.Root>
)
