import { ChevronDown } from 'lucide-react'
import type { TicketStatus } from '#contract/support/ticket-fields.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'
import type { Reply } from './use-reply.ts'

/** Where the ticket stands once the reply is sent. */
const moves: readonly { label: string; status: TicketStatus }[] = [
  { label: 'Send and set Waiting Response', status: 'waiting_customer' },
  { label: 'Send and resolve', status: 'resolved' },
]

/** What is internal moves nothing. */
export const ReplyButtons = ({ reply }: { reply: Reply }) => (
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
        items={moves.map(({ label, status }) => ({ label, onSelect: () => void reply.send(status) }))}
      />
    )}
  </div>
)

function wordsOf({ isSending, isInternal }: Reply) {
  if (isSending) return 'Sending…'
  return isInternal ? 'Add internal message' : 'Send'
}
