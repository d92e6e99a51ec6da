import { useState, type KeyboardEvent } from 'react'
import { fill, type CannedReply } from '#contract/support/canned-replies.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useProductName } from '#web/app/api/config.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useCannedReplies } from '#web/support/support-desk/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { isComposing } from '#web/ui/page/composing.ts'
import { numberOf } from '../ticket-number.ts'
import { changeWords } from './change-words.ts'

type Props = {
  ticket: TicketDetail
  onChoose: (words: string, reply: CannedReply) => void
  onClose: () => void
}

/** Enter chooses the first match, the arrow keys move through them. */
export function CannedReplies({ ticket, onChoose, onClose }: Props) {
  const [search, setSearch] = useState('')
  const filled = useFilled(ticket)
  const replies = useCannedReplies()

  const choose = (reply: CannedReply) => {
    onChoose(filled(reply.text), reply)
    onClose()
  }

  return (
    <Dialog size="small" title="Canned Replies" description="Inserted at the cursor." onClose={onClose}>
      <div data-choices className="grid gap-3">
        <Input
          type="search"
          aria-label="Search canned replies"
          placeholder="Title or text"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={walk}
        />
        <Loaded query={replies} failure={notLoaded('the canned replies')}>
          {(all) => <Choice replies={all.filter(hasWords(search))} filled={filled} onChoose={choose} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

type ChoiceProps = { replies: CannedReply[]; filled: (text: string) => string; onChoose: (reply: CannedReply) => void }

const Choice = ({ replies, filled, onChoose }: ChoiceProps) => (
  <>
    <output className="sr-only">{replies.length} canned replies</output>
    {replies.length === 0 && <p className="px-2 py-6 text-center text-fg2">No canned replies found.</p>}
    <ul className="grid max-h-80 gap-1 overflow-y-auto">
      {replies.map((reply) => (
        <li key={reply.id}>
          <button
            type="button"
            onClick={() => onChoose(reply)}
            onKeyDown={walk}
            className="grid w-full min-w-0 rounded-md px-2.5 py-2 text-left hover:bg-neutral-bg focus-visible:outline-offset-[-2px]"
          >
            <span className="truncate font-medium">{reply.title}</span>
            <span className="line-clamp-2 text-[13px] text-fg2">{filled(reply.text)}</span>
            {changeWords(reply) && <span className="text-[13px] font-medium">{changeWords(reply)}</span>}
          </button>
        </li>
      ))}
    </ul>
  </>
)

/** The placeholders stand for people and things of this ticket. */
function useFilled(ticket: TicketDetail) {
  const { firstName: agent } = useCurrentUser()
  const product = useProductName()
  return (text: string) => fill(text, { customer: ticket.userFirstName, agent, ticket: numberOf(ticket), product })
}

const hasWords = (search: string) => {
  const wanted = search.trim().toLowerCase()
  return ({ title, text }: CannedReply) => `${title}\n${text}`.toLowerCase().includes(wanted)
}

export function walk(event: KeyboardEvent<HTMLElement>) {
  if (isComposing(event)) return
  const list = event.currentTarget.closest('[data-choices]')
  const choices = [...(list?.querySelectorAll<HTMLElement>('li > button') ?? [])]
  const place = choices.findIndex((choice) => choice === document.activeElement)
  if (event.key === 'Enter' && place < 0) choices[0]?.click()
  else if (event.key === 'ArrowDown') choices[Math.min(place + 1, choices.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (place > 0 ? choices[place - 1] : list?.querySelector('input'))?.focus()
  else return
  event.preventDefault()
}
