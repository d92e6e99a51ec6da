import { Link } from 'wouter'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { isUndecided, requestedText, type LicenseRequestForAdmin } from '#contract/licensing/license-requests.ts'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { licenseRequestBadge } from './license-request-badge.ts'
import { decidedBy, seatsUsed } from './license-request-words.ts'

type Props = { request: LicenseRequestForAdmin; isOfOne: boolean }

export const LicenseRequestRow = ({ request, isOfOne }: Props) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
    <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {!isOfOne && <OrganizationLink request={request} />}
        <span>{requestedText(request.additionalLicenses)}</span>
        {!isUndecided(request) && <Badge {...licenseRequestBadge(request.status)} />}
      </p>
      <p className="text-[13px] text-fg2">
        {isUndecided(request) && `${seatsUsed(request)} · `}
        {request.requestedBy}, <Day of={request.createdAt} />
      </p>
      <p className="line-clamp-2 text-[13px] wrap-anywhere">{request.businessJustification}</p>
      {!isUndecided(request) && <Outcome request={request} />}
    </div>
    <div className="flex flex-wrap gap-2">
      <Step request={request} word="Details" />
      {isUndecided(request) && (
        <>
          <Step request={request} word="Decline" decision="decline" />
          <Step request={request} word="Approve" decision="approve" />
        </>
      )}
    </div>
  </li>
)

export const OrganizationLink = ({ request }: Pick<Props, 'request'>) => (
  <Link
    href={links.customer(request.organizationId)}
    className="min-w-0 wrap-anywhere text-accent underline-offset-4 hover:underline"
  >
    {request.organizationName}
  </Link>
)

export const Day = ({ of }: { of: string | null }) => <DateText value={of} format={formatDate} full={formatInstant} />

const Outcome = ({ request }: Pick<Props, 'request'>) => (
  <p className="text-[13px] text-fg2">
    {decidedBy(request)} <Day of={request.decidedAt} />
    {request.reason && <span className="line-clamp-2 wrap-anywhere">Reason: {request.reason}</span>}
  </p>
)

type StepProps = Pick<Props, 'request'> & { word: string; decision?: 'approve' | 'decline' }

const Step = ({ request, word, decision }: StepProps) => (
  <Button
    size="small"
    variant={decision === 'approve' ? 'primary' : 'outline'}
    aria-label={`${word}: ${request.organizationName}, ${requestedText(request.additionalLicenses)}`}
    onClick={() => setUrl({ request: request.id, decision: decision ?? null }, { replace: false })}
  >
    {word}
  </Button>
)
