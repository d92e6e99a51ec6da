import { QrCode as QrCodeIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { paymentCodeText, readBankDetails } from '#contract/billing/bank-details.ts'
import type { Invoice } from '#contract/billing/invoices.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

const PaymentCode = onDemand(async () => {
  const { QrCode } = await import('#web/ui/chart/qr-code.tsx')
  return ({ text }: { text: string }) => <QrCode text={text} label="QR code with the payment details" />
})

/** The amount, the reference and each bank detail, to copy one by one or to scan with a phone. */
export function HowToPay({ invoice, bankDetails }: { invoice: Invoice; bankDetails: string }) {
  const [isCodeShown, setCodeShown] = useState(false)
  const lines = readBankDetails(bankDetails)
  return (
    <section aria-label="How to pay" className="grid gap-3 rounded-lg bg-sunken px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Pay by EFT</h3>
        <CopyBankDetails bankDetails={bankDetails} />
      </div>
      <dl className="grid gap-3 sm:grid-cols-2">
        <Copied label="Amount" value={invoice.balance}>
          <Rand amount={invoice.balance} />
        </Copied>
        <Copied label="Reference" value={invoice.invoiceNumber}>
          {invoice.invoiceNumber}
        </Copied>
        {lines.map(({ label, value }) => label && <Copied key={`${label} ${value}`} label={label} value={value} />)}
      </dl>
      {lines.map(({ label, value }) => label === null && <p key={value}>{value}</p>)}
      <Button size="small" className="justify-self-start" onClick={() => setCodeShown(!isCodeShown)}>
        <QrCodeIcon aria-hidden />
        {isCodeShown ? 'Hide QR code' : 'Show QR code'}
      </Button>
      {isCodeShown && (
        <>
          <PaymentCode
            text={paymentCodeText({ bankDetails, reference: invoice.invoiceNumber, amount: invoice.balance })}
          />
          <p className="text-fg2">Scan it to copy the details to your phone.</p>
        </>
      )}
      <BankDetailsStay />
    </section>
  )
}

/** Shown in the portal because emails can be forged. */
const BankDetailsStay = () => <p className="text-fg2">We never change our bank details by email.</p>

export const BankDetails = ({ bankDetails, children }: { bankDetails: string; children?: ReactNode }) => (
  <>
    <p className="break-words whitespace-pre-line">{bankDetails}</p>
    {children}
    <BankDetailsStay />
  </>
)

export const CopyBankDetails = ({ bankDetails }: { bankDetails: string }) => (
  <Copy value={bankDetails} what="Bank details" />
)

const Copied = ({ label, value, children = value }: { label: string; value: string; children?: ReactNode }) => (
  <Fact label={label}>
    <span className="flex items-center gap-1">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <Copy value={value} what={label} />
    </span>
  </Fact>
)

const Copy = ({ value, what }: { value: string; what: string }) => (
  <CopyButton
    value={value}
    label={`Copy ${what.toLowerCase()}`}
    onCopied={() => showCopied(what)}
    onFailed={showCopyFailed}
  />
)
