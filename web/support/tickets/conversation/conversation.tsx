import { clsx } from 'clsx'
import { ArrowDown } from 'lucide-react'
import { useEffect, type ReactNode, type RefObject } from 'react'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useCurrentUser, useIsStaff } from '#web/identity/session/api.ts'
import { Colleagues, SnoozeNotice } from '#web/support/teamwork/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { forgetEarlier, readEarlier, useConversation, type LoadedConversation } from '../messages/api.ts'
import { PaneReply } from '../reply/pane-reply.tsx'
import { AddComment, StaffReply } from '../reply/reply.tsx'
import { MergedNotice } from '../ticket/merged-notice.tsx'
import { FirstMessage } from './first-message.tsx'
import { EarlierMessages, MessageList } from './message-list.tsx'
import { useNewest } from './use-newest.ts'

/** `composer`: the customer’s message box, for those who move the focus there. */
type ConversationProps = { ticket: TicketDetail; composer: RefObject<HTMLTextAreaElement | null> }

export function Conversation({ ticket, composer }: ConversationProps) {
  const isStaff = useIsStaff()
  const messages = useConversation(ticket.id)
  return (
    <section aria-labelledby="conversation" className="grid min-w-0 content-start gap-4">
      <div className="flex items-baseline gap-3">
        <h3 id="conversation" className="text-[15px] leading-6 font-semibold">
          Conversation
        </h3>
        {isStaff && <Colleagues ticketId={ticket.id} />}
      </div>
      <MergedNotice ticket={ticket} param="ticket" />
      <FirstMessage ticket={ticket} />
      <Loaded query={messages} failure={notLoaded('the conversation')}>
        {(loaded) => <Messages key={ticket.id} id={ticket.id} {...loaded} />}
      </Loaded>
      {!messages.isPending &&
        (isStaff ? <StaffReply ticket={ticket} /> : <AddComment ticket={ticket} text={composer} />)}
    </section>
  )
}

/** In the split view: as high as the pane, with the composer always open. */
export function PaneConversation({ ticket }: { ticket: TicketDetail }) {
  const messages = useConversation(ticket.id)
  return (
    <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <MergedNotice ticket={ticket} param="open" />
      <SnoozeNotice ticket={ticket} />
      <div className="flex min-h-0 flex-1 flex-col max-lg:min-h-[40dvh]">
        <Loaded query={messages} failure={notLoaded('the conversation')}>
          {(loaded) => (
            <Messages key={ticket.id} id={ticket.id} {...loaded} first={<FirstMessage ticket={ticket} isWhole />} />
          )}
        </Loaded>
      </div>
      <PaneReply ticket={ticket} />
    </section>
  )
}

type Props = LoadedConversation & { id: string; first?: ReactNode }

/** Rendered even while empty: screen readers announce only what is added to an existing live region. */
function Messages({ id, newest, earlier, total, cursor, first }: Props) {
  const user = useCurrentUser()
  useEffect(() => () => void forgetEarlier(id), [id])
  const last = newest.at(-1)
  const isCut = cursor !== undefined && earlier.length + newest.length < total
  const { frame, onScroll, isMissed, showNewest } = useNewest(
    last && { id: last.id, isOwn: last.userId === user.id, count: newest.length },
  )
  return (
    <div ref={frame} onScrollCapture={onScroll} className={clsx('relative', first && 'flex min-h-0 flex-1 flex-col')}>
      <ScrollBox
        label="Messages"
        className={clsx('rounded-lg border bg-sunken', first ? 'flex-1 max-lg:max-h-[60dvh]' : 'max-h-96')}
      >
        {first && <div className="px-3 pt-3">{first}</div>}
        {(isCut || earlier.length > 0) && (
          <EarlierMessages messages={earlier} read={isCut ? () => readEarlier(id, cursor) : undefined} />
        )}
        <div aria-live="polite" aria-relevant="additions" className="p-3">
          {newest.length === 0 ? <NothingSaid /> : <MessageList messages={newest} />}
        </div>
      </ScrollBox>
      {isMissed && (
        <Button size="small" onClick={showNewest} className="absolute bottom-3 left-1/2 -translate-x-1/2">
          <ArrowDown aria-hidden />
          New message
        </Button>
      )}
    </div>
  )
}

const NothingSaid = () => (
  <div className="px-2 py-6 text-center text-fg2">
    <p className="font-medium">No messages yet.</p>
    <p>{useIsStaff() ? 'Start the conversation by adding a reply.' : 'Our support team will respond soon.'}</p>
  </div>
)
