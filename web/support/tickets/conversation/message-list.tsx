import { useLayoutEffect, useRef, useState } from 'react'
import type { TicketMessage } from '#contract/support/messages.ts'
import { Button } from '#web/ui/button/button.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Message } from './message.tsx'

type Props = { messages: TicketMessage[] }

export const MessageList = ({ messages }: Props) => (
  <ol className="grid gap-3">
    {messages.map((message) => (
      <Message key={message.id} message={message} />
    ))}
  </ol>
)

type Show = () => unknown
type EarlierProps = Props & { read: (() => Promise<Show>) | undefined }

/** Shows the messages before the newest on request, page by page. The reader stays at the same message. */
export function EarlierMessages({ messages, read }: EarlierProps) {
  const [state, setState] = useState<'reading' | 'failed'>()
  const start = useRef<HTMLDivElement>(null)
  const below = useRef<number>(null)
  const boxOf = () => start.current?.closest<HTMLElement>('[data-scroll-box]')

  const showMore = async () => {
    setState('reading')
    const show = await read?.().catch(() => undefined)
    const box = boxOf()
    if (box && show) below.current = box.scrollHeight - box.scrollTop
    show?.()
    setState(show ? undefined : 'failed')
  }

  useLayoutEffect(() => {
    const box = boxOf()
    if (!box || below.current === null) return
    box.scrollTop = box.scrollHeight - below.current
    below.current = null
    if (!box.contains(document.activeElement)) box.focus()
  }, [messages.length])

  return (
    <div ref={start} className="grid gap-3 px-3 pt-3">
      {read && (
        <Button
          size="small"
          isPending={state === 'reading'}
          onClick={() => void showMore()}
          className="justify-self-center"
        >
          Show earlier messages
        </Button>
      )}
      {state === 'failed' && (
        <p role="alert" className="text-center text-[13px] text-danger-fg">
          {notLoaded('earlier messages')}
        </p>
      )}
      <MessageList messages={messages} />
    </div>
  )
}
