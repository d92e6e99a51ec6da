import * as z from 'zod/mini'
import { MessageText, TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { fieldErrors } from '#web/ui/form/form-values.ts'
import { useSending } from '#web/ui/form/sending.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import { useDraft } from '../drafts.ts'
import { useSendMessage } from '../messages/api.ts'

type Draft = { message: string; isInternal: boolean; status: string; priority: string }
const EMPTY: Draft = { message: '', isInternal: false, status: '', priority: '' }

/** Text, visibility and the changes of a canned reply are one draft, so none is restored without the others. */
export const useReplyDraft = (ticketId: string) => useDraft(`reply ${ticketId}`, EMPTY)

type Options = {
  ticketId: string
  kept: ReturnType<typeof useReplyDraft>
  onSent: () => void
  /** Effects of a public reply besides answering. A status chosen with the send button wins. */
  also?: { status?: TicketStatus | undefined; assignToMe?: boolean }
  /** The ids of colleagues whom an internal message mentions. */
  mentionsIn?: (message: string) => string[]
}

export type Reply = ReturnType<typeof useReply>

export function useReply({ ticketId, kept, onSent, also, mentionsIn }: Options) {
  const { draft, isKept, change, drop } = kept
  const attachments = useAttachments()
  const { mutateAsync } = useSendMessage()
  const { errors, isPending: isSending, send } = useSending({ isStoppable: attachments.isSending })

  const isBlank = !draft.message.trim()
  const problem = isBlank ? {} : problemOf(draft.message)
  const canSend = !isBlank && !problem.message

  const post = async (status?: TicketStatus) => {
    const files = await attachments.finish()
    const { message, isInternal } = draft
    const effects = isInternal
      ? { mentions: mentionsIn?.(message) }
      : { ...also, ...changesOf(draft), ...(status && { status }) }
    const body = { message, isInternal, ...effects, attachments: files }
    await mutateAsync({ params: { id: ticketId }, body })
    drop()
    attachments.clear()
    onSent()
  }

  return {
    ...draft,
    isKept,
    change,
    attachments,
    isSending,
    canSend,
    errors: { ...errors, ...problem },
    send: async (status?: TicketStatus) => void (canSend && !isSending && (await send(() => post(status)))),
  }
}

/** Changes that a canned reply makes together with it. */
export const changesOf = ({ status, priority }: Pick<Draft, 'status' | 'priority'>) => ({
  ...(status && { status: TicketStatus.parse(status) }),
  ...(priority && { priority: TicketPriority.parse(priority) }),
})

function problemOf(message: string) {
  const { error } = z.safeParse(z.object({ message: MessageText }), { message })
  return fieldErrors(error?.issues ?? [])
}
