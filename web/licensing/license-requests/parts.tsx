import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import {
  isUndecided,
  licenseRequests,
  requestedText,
  type LicenseRequest,
} from '#contract/licensing/license-requests.ts'
import { countOf } from '#contract/quantities.ts'
import { useSharedRead } from '#web/app/api/data.ts'
import { Button, type ButtonLook } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { SHOWN_REQUESTS } from './api.ts'
import { licenseRequestBadge } from './license-request-badge.ts'

export const RequestLicensesDialog = onDemand(
  async () => (await import('./request-licenses-dialog.tsx')).RequestLicensesDialog,
)

/** For people of an organization. Closing the dialog forgets what was entered. */
export function RequestLicensesButton({ isOffered = true, ...look }: ButtonLook & { isOffered?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isOffered && (
        <Button {...look} {...intent(RequestLicensesDialog)} onClick={() => setOpen(true)}>
          <Plus aria-hidden />
          Request License Change
        </Button>
      )}
      {isOpen && <RequestLicensesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

export function LicenseRequests() {
  const { data = [] } = useSharedRead(licenseRequests.list, SHOWN_REQUESTS)
  if (data.length === 0) return null
  return (
    <section aria-label="License requests" className="grid gap-2">
      <h3 className="text-[13px] font-medium text-fg2">License requests</h3>
      <ul className="divide-y rounded-lg border">
        {data.map((request) => (
          <RequestState key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}

const RequestState = ({ request }: { request: LicenseRequest }) => (
  <li className="grid gap-1 px-3 py-2 text-[13px]">
    <p className="flex flex-wrap items-center justify-between gap-2">
      <span className="font-medium">{extraText(request)}</span>
      <Badge {...licenseRequestBadge(request.status)} />
    </p>
    <p className="text-fg2">
      {isUndecided(request) ? `Requested by ${request.requestedBy} on ` : 'Decided on '}
      <DateText value={request.decidedAt ?? request.createdAt} format={formatDate} full={formatInstant} />
    </p>
    {request.reason && <p className="whitespace-pre-wrap">{request.reason}</p>}
  </li>
)

function extraText({ additionalLicenses }: LicenseRequest) {
  if (additionalLicenses < 0) return requestedText(additionalLicenses)
  return countOf(additionalLicenses, 'extra license')
}

export const LicenseRequestQueue = onDemand(
  async () => (await import('./license-request-queue.tsx')).LicenseRequestQueue,
  <Skeleton className="h-48" />,
)
