import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TicketMessage } from '#contract/support/messages.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Message } from './message.tsx'

type Props = { messages: TicketMessage[] }

export const MessageList = ({ messages }: Props) => (
  <ol className="grid gap-3">
    {messages.map((message) => (
      <Message key={message.id} message={message} />
    ))}
  </ol>
)

type EarlierProps = {
  /** From the last to the first, as far as they were read. */
  pages: TicketMessage[][]
  hasMore: boolean
  /** Reads one more page. */
  read: () => Promise<{ isError: boolean }>
}

/** Shows the messages before the newest on request, page by page. The reader stays at the same message. */
export function EarlierMessages({ pages, hasMore, read }: EarlierProps) {
  const [shown, setShown] = useState(0)
  const [state, setState] = useState<'reading' | 'failed'>()
  const start = useRef<HTMLDivElement>(null)

  const showMore = async () => {
    setState('reading')
    const isFailed = shown === pages.length && (await read()).isError
    const box = start.current?.closest<HTMLElement>('[data-scroll-box]')
    if (!box) return
    const below = box.scrollHeight - box.scrollTop
    flushSync(() => {
      setState(isFailed ? 'failed' : undefined)
      if (!isFailed) setShown(shown + 1)
    })
    box.scrollTop = box.scrollHeight - below
    if (!box.contains(document.activeElement)) box.focus()
  }

  return (
    <div ref={start} className="grid gap-3 px-3 pt-3">
      {(hasMore || shown < pages.length) && (
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
          Failed to load earlier messages. Please try again.
        </p>
      )}
      <MessageList messages={pages.slice(0, shown).toReversed().flat()} />
    </div>
  )
}
