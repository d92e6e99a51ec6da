import { formatDate, formatInstant } from '#contract/dates.ts'
import type { OrganizationBilling } from '#contract/operations/organizations.ts'
import { REASON_FOR_STAFF } from '#web/app/words/staff-only.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { DateText } from '#web/ui/text/date.tsx'

export const SuspensionAlert = ({ since, reason }: NonNullable<OrganizationBilling['suspension']>) => (
  <Alert
    tone="danger"
    title={
      <>
        Suspended on <DateText value={since} format={formatDate} full={formatInstant} />
      </>
    }
  >
    <p className="break-words whitespace-pre-line">{reason ?? 'No reason was recorded.'}</p>
    <p className="text-[13px]">{REASON_FOR_STAFF}</p>
  </Alert>
)
