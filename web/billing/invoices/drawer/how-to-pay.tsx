import type { ReactNode } from 'react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Fact } from '#web/ui/page/fact.tsx'

export const HowToPay = ({ invoice, bankDetails }: { invoice: Invoice; bankDetails: string }) => (
  <section aria-label="How to pay" className="grid gap-3 rounded-lg bg-sunken px-4 py-3">
    <div className="flex items-center justify-between gap-3">
      <h3 className="font-semibold">Pay by EFT</h3>
      <CopyBankDetails bankDetails={bankDetails} />
    </div>
    <dl className="grid gap-3 sm:grid-cols-2">
      <Copied label="Amount" value={invoice.balance}>
        R{invoice.balance}
      </Copied>
      <Copied label="Reference" value={invoice.invoiceNumber}>
        {invoice.invoiceNumber}
      </Copied>
    </dl>
    <BankDetails bankDetails={bankDetails} />
  </section>
)

/** Shown in the portal because emails can be forged. */
export const BankDetails = ({ bankDetails, children }: { bankDetails: string; children?: ReactNode }) => (
  <>
    <p className="break-words whitespace-pre-line">{bankDetails}</p>
    {children}
    <p className="text-fg2">We never change our bank details by email.</p>
  </>
)

export const CopyBankDetails = ({ bankDetails }: { bankDetails: string }) => (
  <Copy value={bankDetails} what="Bank details" />
)

const Copied = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
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
