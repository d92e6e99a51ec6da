import { BankDetails, CopyBankDetails } from '#web/billing/invoices/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'

/** Where to pay to. */
export const BankCard = ({ bankDetails }: { bankDetails: string }) => (
  <Card title="Pay by EFT" actions={<CopyBankDetails bankDetails={bankDetails} />}>
    <div className="grid gap-2">
      <BankDetails bankDetails={bankDetails}>
        <p className="text-fg2">Use the invoice number as the reference.</p>
      </BankDetails>
    </div>
  </Card>
)
