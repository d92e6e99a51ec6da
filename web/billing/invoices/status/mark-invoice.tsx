import { useState, type Dispatch, type SetStateAction } from 'react'
import {
  canMarkOverdue,
  canMarkPaid,
  isOutstanding,
  isPastDue,
  type Invoice,
  type InvoiceStatus,
} from '#contract/billing/invoices.ts'
import { formatLongDate } from '#contract/dates.ts'
import { today } from '#web/app/words/business-days.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { shownState, useMarkOverdue } from '../admin-api.ts'
import { invoiceStatusName } from '../invoice-words.ts'

const ChangeStatusDialog = onDemand(async () => (await import('./change-status-dialog.tsx')).ChangeStatusDialog)
const RecordPaymentDialog = onDemand(
  async () => (await import('../payments/record-payment-dialog.tsx')).RecordPaymentDialog,
)

type Props = { invoice: Invoice }

const TOAST = 'Invoice Status Updated'

/** `issue` asks whether to issue the invoice first. */
type Step = 'issue' | 'mark' | null

/**
 * A payment needs an outstanding invoice: a draft is issued first, a void one reinstated. The dialogs stay open when someone else's change
 * takes the button away.
 */
export function MarkPaid({ invoice }: Props) {
  const [step, setStep] = useState<Step>(null)
  return (
    <>
      {canMarkPaid(invoice) && (
        <MarkButton
          invoice={invoice}
          status="paid"
          {...intent(RecordPaymentDialog)}
          onClick={() => setStep(isOutstanding(invoice) ? 'mark' : 'issue')}
        />
      )}
      {step === 'issue' && <IssueFirst invoice={invoice} onStep={setStep} />}
      {step === 'mark' && <RecordPaymentDialog invoice={invoice} onClose={() => setStep(null)} />}
    </>
  )
}

/** Asks before the due day is over; later, it only does early what the hourly job would do. */
export function MarkOverdue({ invoice }: Props) {
  const [step, setStep] = useState<Step>(null)
  const { mutate, isPending } = useMarkOverdue()
  const mark = () => {
    if (!isOutstanding(invoice)) return setStep('issue')
    if (!isPastDue(invoice, today())) return setStep('mark')
    const { id, status } = invoice
    mutate({ params: { id }, body: { status: 'overdue', ...shownState(invoice) } }, (marked) => ({
      params: { id },
      body: { status, ...shownState(marked) },
    }))
  }
  return (
    <>
      {canMarkOverdue(invoice) && (
        <MarkButton
          invoice={invoice}
          status="overdue"
          isPending={isPending}
          {...intent(ChangeStatusDialog)}
          onClick={mark}
        />
      )}
      {step === 'issue' && <IssueFirst invoice={invoice} onStep={setStep} />}
      {step === 'mark' && (
        <ChangeStatusDialog
          invoice={invoice}
          next="overdue"
          title={`Mark ${invoice.invoiceNumber} overdue?`}
          description={dueSentence(invoice)}
          confirm="Mark Overdue"
          success={TOAST}
          onClose={() => setStep(null)}
        />
      )}
    </>
  )
}

const dueSentence = ({ dueDate }: Invoice) => {
  const day = formatLongDate(dueDate)
  return isPastDue({ dueDate }, today()) ? `It was due on ${day}.` : `It’s not late yet: it’s due on ${day}.`
}

type ButtonProps = Parameters<typeof Button>[0] & { invoice: Invoice; status: InvoiceStatus }

function MarkButton({ invoice, status, ...button }: ButtonProps) {
  const word = invoiceStatusName(status)
  return (
    <Button size="small" aria-label={`${word}: ${invoice.invoiceNumber}`} {...button}>
      {word}
    </Button>
  )
}

/** Issues the invoice, then continues with the chosen action. */
function IssueFirst({ invoice, onStep }: Props & { onStep: Dispatch<SetStateAction<Step>> }) {
  const { invoiceNumber, organizationName, status } = invoice
  const isDraft = status === 'draft'
  return (
    <ChangeStatusDialog
      invoice={invoice}
      next="issued"
      title={isDraft ? `Issue ${invoiceNumber} first?` : `Reinstate ${invoiceNumber} first?`}
      description={
        isDraft
          ? `It is a draft: ${organizationName} has not received it.`
          : `It is ${invoiceStatusName(status).toLowerCase()}: nothing is outstanding on it.`
      }
      confirm={isDraft ? 'Issue Invoice' : 'Reinstate Invoice'}
      success={TOAST}
      onDone={() => onStep('mark')}
      onClose={() => onStep((step) => (step === 'issue' ? null : step))}
    />
  )
}
