import { Download, FileText, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isOutstanding, type Invoice } from '#contract/billing/invoices.ts'
import { MAX_PROOFS, paymentProofs, type PaymentProof } from '#contract/billing/payment-proofs.ts'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { formatSize } from '#contract/quantities.ts'
import { pathOf } from '#web/app/api/call.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useProofs } from './api.ts'

const SendProofDialog = onDemand(async () => (await import('./send-proof-dialog.tsx')).SendProofDialog)

/** For customers, who can send one while the invoice is outstanding. */
export function OwnPaymentProofs({ invoice }: { invoice: Invoice }) {
  const [isSending, setSending] = useState(false)
  const { data: proofs = [] } = useProofs(invoice.id)
  const maySend = isOutstanding(invoice) && proofs.length < MAX_PROOFS
  if (!maySend && proofs.length === 0) return null
  return (
    <Section invoice={invoice} proofs={proofs}>
      {maySend && (
        <Button className="justify-self-start" {...intent(SendProofDialog)} onClick={() => setSending(true)}>
          <Upload aria-hidden />
          Send proof of payment
        </Button>
      )}
      {isSending && <SendProofDialog invoice={invoice} onClose={() => setSending(false)} />}
    </Section>
  )
}

export function PaymentProofs({ invoice }: { invoice: Invoice }) {
  const { data: proofs = [] } = useProofs(invoice.id)
  return proofs.length > 0 && <Section invoice={invoice} proofs={proofs} />
}

type SectionProps = { invoice: Invoice; proofs: PaymentProof[]; children?: ReactNode }

const Section = ({ invoice, proofs, children }: SectionProps) => (
  <section aria-label="Proof of payment" className="grid min-w-0 gap-2">
    <h3 className="font-semibold">Proof of payment</h3>
    {proofs.length > 0 && (
      <ul className="divide-y rounded-md border">
        {proofs.map((proof) => (
          <Proof key={proof.id} invoice={invoice} proof={proof} />
        ))}
      </ul>
    )}
    {children}
  </section>
)

const Proof = ({ invoice, proof }: { invoice: Invoice; proof: PaymentProof }) => (
  <li className="flex items-center gap-3 px-3 py-2">
    <FileText aria-hidden className="size-4 shrink-0 text-fg2" />
    <div className="min-w-0 flex-1">
      <p className="truncate" title={proof.fileName}>
        {proof.fileName}
      </p>
      <p className="text-[13px] wrap-anywhere text-fg2">
        {formatSize(proof.size)} · {proof.sentBy},{' '}
        <DateText value={proof.createdAt} format={formatDate} full={formatInstant} />
      </p>
    </div>
    <a
      href={pathOf(paymentProofs.file.url, { params: { id: invoice.id, proofId: proof.id } })}
      download={proof.fileName}
      aria-label={`Download ${proof.fileName}`}
      className={buttonClass({ variant: 'ghost', size: 'icon' })}
    >
      <Download aria-hidden />
    </a>
  </li>
)
