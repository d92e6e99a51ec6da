import type { ReactNode } from 'react'
import type { CreditNote, InvoiceDetail, Payment } from '#contract/billing/payments.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { signedRand } from '#web/app/words/signed-rand.ts'
import { DownloadLink } from '#web/ui/button/download-link.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { paymentWords } from '../invoice-words.ts'
import { DrawerPart } from './invoice-shell.tsx'

type Props = Pick<InvoiceDetail, 'payments'> & {
  action?: (payment: Payment) => ReactNode
}

export const InvoicePayments = ({ payments, action }: Props) =>
  payments.length > 0 && (
    <DrawerPart title="Payments">
      <Entries>
        {payments.map((payment) => (
          <Entry
            key={payment.id}
            title={paymentWords[payment.kind]}
            amount={signedRand(payment.amount)}
            isUndone={payment.isReversed}
            below={action?.(payment)}
          >
            <DateText value={payment.receivedOn} format={formatDay} full={formatLongDay} />
            {[payment.reference, payment.isReversed && 'reversed', payment.note]
              .filter(Boolean)
              .map((word) => ` · ${word}`)}
          </Entry>
        ))}
      </Entries>
    </DrawerPart>
  )

export const InvoiceCreditNotes = ({ creditNotes }: { creditNotes: CreditNote[] }) =>
  creditNotes.length > 0 && (
    <DrawerPart title="Credit Notes">
      <Entries>
        {creditNotes.map(({ id, creditNoteNumber, amount, reason, createdAt, url }) => (
          <Entry
            key={id}
            title={creditNoteNumber}
            amount={signedRand(`-${amount}`)}
            action={<DownloadLink href={url} label={`Download credit note ${creditNoteNumber}`} title="Download PDF" />}
          >
            <DateText value={createdAt} format={formatDay} full={formatLongDay} /> · {reason}
          </Entry>
        ))}
      </Entries>
    </DrawerPart>
  )

const Entries = ({ children }: { children: ReactNode }) => <ul className="divide-y rounded-md border">{children}</ul>

type EntryProps = {
  title: string
  amount: string
  isUndone?: boolean
  /** Placed beside the amount as an icon, or below the text as a button. */
  action?: ReactNode
  below?: ReactNode
  children: ReactNode
}

const Entry = ({ title, amount, isUndone, action, below, children }: EntryProps) => (
  <li className="flex min-h-11 items-center gap-3 px-3 py-1.5">
    <div className="min-w-0 flex-1">
      <p>{title}</p>
      <p className="text-[13px] wrap-anywhere text-fg2">{children}</p>
      {below}
    </div>
    <span className={isUndone ? 'text-fg2 tabular-nums line-through' : 'font-medium tabular-nums'}>{amount}</span>
    {action}
  </li>
)
