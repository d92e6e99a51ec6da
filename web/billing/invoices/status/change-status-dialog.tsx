import { isCounted, type Invoice, type InvoiceStatus } from '#contract/billing/invoices.ts'
import type { StatusChangePreview } from '#contract/billing/status-previews.ts'
import { toCents } from '#contract/money.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { shownState, useSetStatus, type StatusToast } from '../admin-api.ts'
import { statusEffects } from './status-effects.ts'
import { useStatusPreview } from './status-previews.ts'

type Props = {
  invoice: Invoice
  next: InvoiceStatus
  title: string
  description: string
  confirm: string
  success: StatusToast
  onDone?: () => void
  onClose: () => void
}

/** Previews the effects of a status change (money, subscription, emails) before it is made. */
export function ChangeStatusDialog({ invoice, next, onDone, success, ...dialog }: Props) {
  const { mutateAsync } = useSetStatus(success)
  const preview = useStatusPreview(invoice.id, next)
  const save = async (confirmed: Confirmation) => {
    await mutateAsync({ params: { id: invoice.id }, body: { status: next, ...shownState(invoice) }, confirmed })
    onDone?.()
  }
  return (
    <ConfirmDialog
      {...dialog}
      pending="Saving…"
      tone={isTakenAway(invoice, next, preview.data) ? 'danger' : 'primary'}
      isDisabled={preview.data === undefined}
      onConfirm={save}
    >
      <Effects invoice={invoice} next={next} preview={preview} />
    </ConfirmDialog>
  )
}

/** Returns whether the change removes money or voids the invoice. */
const isTakenAway = (invoice: Invoice, next: InvoiceStatus, preview?: StatusChangePreview) =>
  (isCounted(invoice) && !isCounted({ status: next })) || toCents(preview?.reversedAmount ?? '0') > 0

type EffectsProps = Pick<Props, 'invoice' | 'next'> & { preview: ReturnType<typeof useStatusPreview> }

function Effects({ invoice, next, preview }: EffectsProps) {
  const refusal = serverMessage(preview.error)
  if (refusal) return <p role="alert">{refusal}</p>
  return (
    <Loaded query={preview} failure="Couldn’t load the preview." skeleton={<Skeleton className="h-10" />}>
      {(effects) => (
        <ul aria-label="What this does" className="list-disc pl-5 wrap-anywhere marker:text-fg2">
          {statusEffects(invoice, next, effects).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
