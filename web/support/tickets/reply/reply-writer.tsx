import { MessageSquareText, ChevronDown, X } from 'lucide-react'
import { useState, type InputEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { CannedReply } from '#contract/support/canned-replies.ts'
import { canReplySet, type TicketStatus } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'
import { changeWords } from './change-words.ts'
import { DraftSaved, ReplyForm } from './reply-form.tsx'
import { changesOf, type Reply } from './use-reply.ts'

const Mention = onDemand(async () => (await import('./reply-mention.tsx')).Mention)
const CannedReplies = onDemand(async () => (await import('./reply-canned.tsx')).CannedReplies)

/** Opens the list of canned replies if typed into an empty reply. */
const SLASH = '/'

/** Opens the list of colleagues in an internal message, but not within an email address. */
const AT = '@'
const AFTER_SPACE = /(?:^|[\s(])@$/

type Props = {
  ticket: TicketDetail
  reply: Reply
  text: RefObject<HTMLTextAreaElement | null>
  /** In the split view: replaces the checkbox that makes a message internal. */
  mode?: ReactNode
  /** Beside the send button. */
  choices?: ReactNode
}

/** The staff form: a reply to the customer or an internal message. */
export function ReplyWriter({ ticket, reply, text, mode, choices }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const [isMentioning, setMentioning] = useState(false)

  /** Returns the focus to the text, which keeps its cursor position. */
  const choose = () => {
    text.current?.focus()
    setChoosing(true)
  }

  /** Once the sign is in the text: a list that opens on its key would get it as a search. */
  const type = ({ currentTarget, nativeEvent: { data } }: InputEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart } = currentTarget
    if (data === SLASH && value.trim() === SLASH) choose()
    if (data === AT && reply.isInternal && AFTER_SPACE.test(value.slice(0, selectionStart))) setMentioning(true)
  }

  const insertCanned = (words: string, { status, priority }: CannedReply) =>
    insert(words, reply.isInternal ? {} : { status: status ?? '', priority: priority ?? '' })

  const insert = (words: string, changes: Partial<Pick<Reply, 'status' | 'priority'>> = {}) => {
    const { before, after } = aroundCursor(text.current)
    flushSync(() => reply.change({ message: before + words + after, ...changes }))
    text.current?.setSelectionRange(before.length + words.length, before.length + words.length)
  }

  return (
    <>
      <ReplyForm
        reply={reply}
        text={text}
        label={reply.isInternal ? 'Internal message' : 'Reply to customer'}
        help={`Ctrl+Enter sends. Type / for a canned reply${reply.isInternal ? ', @ for a colleague' : ''}.`}
        onInput={type}
        options={<Options reply={reply} mode={mode} onChoose={choose} />}
        isCompact={Boolean(mode)}
        buttons={
          <>
            {!reply.isInternal && <AlsoSets reply={reply} />}
            {choices}
            <ReplyButtons ticket={ticket} reply={reply} />
          </>
        }
      />
      {isChoosing && <CannedReplies ticket={ticket} onChoose={insertCanned} onClose={() => setChoosing(false)} />}
      {isMentioning && <Mention onChoose={(words) => insert(words)} onClose={() => setMentioning(false)} />}
    </>
  )
}

type OptionsProps = Pick<Props, 'reply' | 'mode'> & { onChoose: () => void }

const Options = ({ reply, mode, onChoose }: OptionsProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    {mode ?? (
      <CheckboxField
        name="isInternal"
        label="Internal message (not visible to customer)"
        checked={reply.isInternal}
        disabled={reply.isSending}
        onChange={({ target }) => reply.change({ isInternal: target.checked })}
      />
    )}
    {mode && <DraftSaved reply={reply} className="ml-auto max-sm:hidden" />}
    <Button size="small" {...intent(CannedReplies)} onClick={onChoose}>
      <MessageSquareText aria-hidden />
      Canned replies
    </Button>
  </div>
)

/** Replaces the sign that opened the list with the choice. */
function aroundCursor(text: HTMLTextAreaElement | null) {
  if (!text || text.value.trim() === SLASH) return { before: '', after: '' }
  const before = text.value.slice(0, text.selectionStart)
  return { before: before.endsWith(AT) ? before.slice(0, -1) : before, after: text.value.slice(text.selectionEnd) }
}

/** The changes of the inserted canned reply, which can be left out. */
function AlsoSets({ reply }: { reply: Reply }) {
  const { status, priority } = changesOf(reply)
  const words = changeWords({ status: status ?? null, priority: priority ?? null })
  if (!words) return null
  return (
    <span className="flex items-center gap-1 text-[13px] font-medium">
      {words}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Change nothing else"
        title="Change nothing else"
        onClick={() => reply.change({ status: '', priority: '' })}
      >
        <X aria-hidden />
      </Button>
    </span>
  )
}

const moves: readonly { label: string; status: TicketStatus }[] = [
  { label: 'Send and set Waiting Response', status: 'waiting_customer' },
  { label: 'Send and resolve', status: 'resolved' },
]

const movesOf = (ticket: TicketDetail) => moves.filter(({ status }) => canReplySet(ticket, status))

/** Internal messages don't change the status. */
const ReplyButtons = ({ ticket, reply }: Pick<Props, 'ticket' | 'reply'>) => (
  <div className="flex gap-px">
    <Button
      type="submit"
      variant="primary"
      disabled={!reply.canSend}
      isPending={reply.isSending}
      className={reply.isInternal ? '' : 'rounded-r-none'}
    >
      {wordsOf(reply)}
    </Button>
    {!reply.isInternal && (
      <Menu
        trigger={
          <Button
            variant="primary"
            disabled={!reply.canSend}
            aria-label="More ways to send"
            className="rounded-l-none px-2 max-sm:w-10"
          >
            <ChevronDown aria-hidden />
          </Button>
        }
        items={movesOf(ticket).map(({ label, status }) => ({ label, onSelect: () => void reply.send(status) }))}
      />
    )}
  </div>
)

function wordsOf({ isSending, isInternal }: Reply) {
  if (isSending) return 'Sending…'
  return isInternal ? 'Add internal message' : 'Send'
}
