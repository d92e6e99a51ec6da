import { tellCopied, tellCopyFailed } from '#web/app/copy-toasts.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Where to pay to. Shown here, because a mail can be forged. */
export const BankCard = ({ bankDetails }: { bankDetails: string }) => (
  <Card title="Pay by EFT" actions={<CopyBankDetails value={bankDetails} />}>
    <div className="grid gap-2">
      <p className="break-words whitespace-pre-line">{bankDetails}</p>
      <p className="text-fg2">Use the invoice number as the reference.</p>
      <p className="text-fg2">We never change our bank details by email.</p>
    </div>
  </Card>
)

const CopyBankDetails = ({ value }: { value: string }) => (
  <CopyButton
    value={value}
    label="Copy bank details"
    onCopied={() => tellCopied('Bank details')}
    onFailed={tellCopyFailed}
  />
)
