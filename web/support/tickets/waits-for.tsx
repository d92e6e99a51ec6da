import { clsx } from 'clsx'
import { isSettled, waitsForCustomer, type TicketStatus } from '#contract/support/ticket-fields.ts'

type Props = { ticket: { status: TicketStatus } }

/** For customers: who has to write next. */
export const WaitsFor = ({ ticket }: Props) => {
  const words = waitingText(ticket.status)
  const isMine = waitsForCustomer(ticket)
  return (
    words && <span className={clsx('text-[13px]', isMine ? 'font-medium text-warning-fg' : 'text-fg2')}>{words}</span>
  )
}

export function waitingText(status: TicketStatus) {
  if (isSettled({ status })) return undefined
  return waitsForCustomer({ status }) ? 'Your reply is needed' : 'Waiting for support'
}
