import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MOST_MESSAGES, type TicketMessage } from '#contract/support/messages.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Message } from './message.tsx'

/** A browser needs seconds to lay out a thousand messages. */
export const AT_ONCE = 100

type Props = { messages: TicketMessage[] }

export const MessageList = ({ messages }: Props) => (
  <ol className="grid gap-3">
    {messages.map((message) => (
      <Message key={message.id} message={message} />
    ))}
  </ol>
)

/** Shows the messages before the newest on request, from the last to the first. The reader stays at the same message. */
export function EarlierMessages({ messages }: Props) {
  const [left, setLeft] = useState(messages.length)
  const start = useRef<HTMLDivElement>(null)

  const showMore = () => {
    const box = start.current?.closest<HTMLElement>('[data-scroll-box]')
    if (!box) return
    const below = box.scrollHeight - box.scrollTop
    flushSync(() => setLeft(Math.max(0, left - AT_ONCE)))
    box.scrollTop = box.scrollHeight - below
    if (!box.contains(document.activeElement)) box.focus()
  }

  return (
    <div ref={start} className="grid gap-3 px-3 pt-3">
      {messages.length + AT_ONCE >= MOST_MESSAGES && (
        <p className="text-center text-[13px] text-fg2">
          The newest {MOST_MESSAGES.toLocaleString('en-US')} messages are shown.
        </p>
      )}
      {left > 0 && (
        <Button size="small" onClick={showMore} className="justify-self-center">
          Show earlier messages
        </Button>
      )}
      <MessageList messages={messages.slice(left)} />
    </div>
  )
}
