import * as z from 'zod/mini'
import { MessageText, type TicketStatus } from '#contract/support/ticket-fields.ts'
import { fieldErrors } from '#web/ui/form/form-values.ts'
import { useSending } from '#web/ui/form/sending.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import { useDraft } from '../drafts.ts'
import { useSendMessage } from '../messages/api.ts'

type Draft = { message: string; isInternal: boolean }
const EMPTY: Draft = { message: '', isInternal: false }

/** Text and visibility are one draft, so neither is restored without the other. */
export const useReplyDraft = (ticketId: string) => useDraft(`reply ${ticketId}`, EMPTY)

type Options = {
  ticketId: string
  kept: ReturnType<typeof useReplyDraft>
  onSent: () => void
  /** Effects of a public reply besides answering. A status chosen with the send button wins. */
  also?: { status?: TicketStatus | undefined; assignToMe?: boolean }
}

export type Reply = ReturnType<typeof useReply>

export function useReply({ ticketId, kept, onSent, also }: Options) {
  const { draft, isKept, change, drop } = kept
  const attachments = useAttachments()
  const { mutateAsync } = useSendMessage()
  const { errors, isPending: isSending, send } = useSending({ isStoppable: attachments.isSending })

  const isBlank = !draft.message.trim()
  const problem = isBlank ? {} : problemOf(draft.message)
  const canSend = !isBlank && !problem.message

  const post = async (status?: TicketStatus) => {
    const files = await attachments.finish()
    const effects = draft.isInternal ? {} : { ...also, ...(status && { status }) }
    await mutateAsync({ params: { id: ticketId }, body: { ...draft, ...effects, attachments: files } })
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

function problemOf(message: string) {
  const { error } = z.safeParse(z.object({ message: MessageText }), { message })
  return fieldErrors(error?.issues ?? [])
}
