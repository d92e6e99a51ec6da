import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { MessageText, TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { isOfPreviousUser } from '#web/app/api/query-client.ts'
import { useDraft } from '#web/app/parts/drafts.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { fieldErrors } from '#web/ui/form/form-values.ts'
import { useSending } from '#web/ui/form/sending.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import { SEND_FAILED, useSendMessage } from '../messages/api.ts'
import { numberOf } from '../ticket-number.ts'
import { useIsBeingSent, whileSending } from './sending-replies.ts'

type Draft = { message: string; isInternal: boolean; status: string; priority: string }
const EMPTY: Draft = { message: '', isInternal: false, status: '', priority: '' }

/** Text, visibility and the changes of a canned reply are one draft, so none is restored without the others. */
export const useReplyDraft = (ticketId: string) => useDraft(`reply ${ticketId}`, EMPTY)

type Options = {
  ticket: TicketDetail
  kept: ReturnType<typeof useReplyDraft>
  onSent: () => void
  /** Another ticket may be opened while this reply is sent, and its files are kept like its text. */
  canBeLeft?: boolean
  /** Effects of a public reply besides answering. A status chosen with the send button wins. */
  also?: { status?: TicketStatus | undefined; assignToMe?: boolean }
  /** The ids of colleagues whom an internal message mentions. */
  mentionsIn?: (message: string) => string[]
}

export type Reply = ReturnType<typeof useReply>

export function useReply({ ticket, kept, onSent, canBeLeft = false, also, mentionsIn }: Options) {
  const { key, draft, isKept, change, dropInAllTabs } = kept
  const attachments = useAttachments({ draftKey: key, isKept: canBeLeft })
  const { mutateAsync } = useSendMessage()
  const { errors, isPending, send } = useSending({ isStoppable: attachments.isSending })
  const isSending = useIsBeingSent(key) || isPending
  const isLeft = useIsLeft()

  const isBlank = !draft.message.trim()
  const problem = isBlank ? {} : problemOf(draft.message)
  const canSend = !isBlank && !problem.message

  const post = async (status?: TicketStatus) => {
    const startedAt = Date.now()
    const files = await attachments.finish().catch((refusal: unknown) => {
      if (canBeLeft && isLeft() && !isOfPreviousUser(startedAt)) showNotAttached(ticket)
      throw refusal
    })
    if (isOfPreviousUser(startedAt)) return
    const { message, isInternal } = draft
    const effects = isInternal
      ? { mentions: mentionsIn?.(message) }
      : { ...also, ...changesOf(draft), ...(status && { status }) }
    const body = { message, isInternal, ...effects, attachments: files }
    await mutateAsync({ params: { id: ticket.id }, body }).catch(attachments.showRefused)
    dropInAllTabs()
    attachments.removeGiven()
    onSent()
  }

  return {
    ...draft,
    isKept,
    change,
    attachments,
    isSending,
    canSend,
    refused: errors,
    errors: { ...errors, ...problem },
    send: async (status?: TicketStatus) =>
      void (canSend && !isSending && (await send(() => whileSending(key, () => post(status))))),
  }
}

function useIsLeft() {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return () => isLeft.current
}

const showNotAttached = (ticket: TicketDetail) =>
  toast({
    title: SEND_FAILED,
    description: `A file of your reply in ${numberOf(ticket)} couldn’t be uploaded.`,
    tone: 'destructive',
  })

/** Changes that a canned reply makes together with it. */
export const changesOf = ({ status, priority }: Pick<Draft, 'status' | 'priority'>) => ({
  ...(status && { status: TicketStatus.parse(status) }),
  ...(priority && { priority: TicketPriority.parse(priority) }),
})

function problemOf(message: string) {
  const { error } = z.safeParse(z.object({ message: MessageText }), { message })
  return fieldErrors(error?.issues ?? [])
}
