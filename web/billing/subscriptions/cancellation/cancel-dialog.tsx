import { isOutstanding, type Invoice } from '#contract/billing/invoices.ts'
import { endIfCanceled, isToCome } from '#contract/billing/subscriptions/ending.ts'
import type { Billing, Subscription } from '#contract/billing/subscriptions.ts'
import { toCents } from '#contract/money.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useCancelSubscription } from '../api.ts'
import { FeedbackFields, useFeedback } from './feedback-fields.tsx'

const QUESTION = 'Are you sure you want to cancel your subscription? This action cannot be undone.'

export type AtStake = Pick<Billing, 'invoices' | 'unbilledIfCanceled'> & { subscription: Subscription }

export function CancelDialog({ onClose, ...stake }: AtStake & { onClose: () => void }) {
  const { mutateAsync } = useCancelSubscription()
  const { id, planName } = stake.subscription
  const end = endIfCanceled(stake.subscription, stake.invoices)
  const { feedback, fields, dropInAllTabs } = useFeedback(id)
  const lastDay = end ? formatLongLastDay(end) : 'the end of the period'
  return (
    <ConfirmDialog
      title={`Cancel ${planName}?`}
      description={`${QUESTION} Your licenses keep working through ${lastDay}. The subscription is not renewed, and pending changes are dropped.`}
      confirm="Cancel Subscription"
      pending="Canceling…"
      cancel="Keep Subscription"
      onConfirm={(confirmed) => mutateAsync({ body: feedback, confirmed }).then(dropInAllTabs)}
      onClose={onClose}
    >
      <MoneyAtStake {...stake} />
      <FeedbackFields question="Why are you canceling? (optional)" {...fields} />
    </ConfirmDialog>
  )
}

/** Says what happens to the renewal invoice and to seats that are not invoiced yet. */
function MoneyAtStake({ subscription, invoices, unbilledIfCanceled }: AtStake) {
  const renewal = invoices.find((invoice) => isOutstanding(invoice) && isToCome(invoice, subscription))
  return (
    <>
      {renewal && <p className="text-fg2">{renewalWords(renewal)}</p>}
      {toCents(unbilledIfCanceled) > 0 && (
        <p className="text-fg2">
          <Rand amount={unbilledIfCanceled} /> for added seats is billed on a final invoice.
        </p>
      )}
    </>
  )
}

const renewalWords = ({ invoiceNumber, paidAmount }: Invoice) =>
  toCents(paidAmount) > 0
    ? `Invoice ${invoiceNumber} for the next period is credited. R${paidAmount} that you paid of it is kept as credit.`
    : `Invoice ${invoiceNumber} for the next period is voided.`
