import * as z from 'zod/mini'
import { useState } from 'react'
import { MessageText, type TicketStatus } from '#contract/support/ticket-fields.ts'
import { useHeldDialog } from '#web/ui/dialog/dialog-state.ts'
import type { FieldErrors } from '#web/ui/form/form-state.ts'
import { fieldErrors, refusedFields } from '#web/ui/form/form-values.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import { useDraft } from '../drafts.ts'
import { useSendMessage } from '../messages/api.ts'

type Draft = { message: string; isInternal: boolean }
const EMPTY: Draft = { message: '', isInternal: false }

/** Its text and who may read it are one draft: neither comes back without the other. */
export const useReplyDraft = (ticketId: string) => useDraft(`reply ${ticketId}`, EMPTY)

type Options = { ticketId: string; kept: ReturnType<typeof useReplyDraft>; onSent: () => void }

export type Reply = ReturnType<typeof useReply>

/** What is being written to a ticket, and how it is sent. */
export function useReply({ ticketId, kept, onSent }: Options) {
  const { draft, isKept, change, drop } = kept
  const attachments = useAttachments()
  const { mutateAsync } = useSendMessage()
  const [isSending, setSending] = useState(false)
  useHeldDialog(isSending && !attachments.isSending)
  const [refused, setRefused] = useState<FieldErrors>({})

  const isBlank = !draft.message.trim()
  const problem = isBlank ? {} : problemOf(draft.message)
  const canSend = !isBlank && !problem.message

  const send = async (status?: TicketStatus) => {
    if (!canSend || isSending) return
    setSending(true)
    setRefused({})
    try {
      const files = await attachments.finish()
      await mutateAsync({ params: { id: ticketId }, body: { ...draft, status, attachments: files } })
      drop()
      attachments.clear()
      onSent()
    } catch (error) {
      setRefused(refusedFields(error))
    } finally {
      setSending(false)
    }
  }

  return { ...draft, isKept, change, attachments, isSending, canSend, errors: { ...refused, ...problem }, send }
}

function problemOf(message: string) {
  const { error } = z.safeParse(z.object({ message: MessageText }), { message })
  return fieldErrors(error?.issues ?? [])
}
