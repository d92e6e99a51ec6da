import type { ReactNode } from 'react'
import { isUndecided, requestedText, type LicenseRequestForAdmin } from '#contract/licensing/license-requests.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useLicenseRequest } from './admin-api.ts'
import { ApproveForm, DeclineForm } from './decision-forms.tsx'
import { licenseRequestBadge } from './license-request-badge.ts'
import { Day, OrganizationLink } from './license-request-row.tsx'
import { decidedBy, seatsUsed } from './license-request-words.ts'

type Props = { id: string; onClose: () => void }
type DecisionProps = { request: LicenseRequestForAdmin; onClose: () => void }

const titles = new Map([
  ['approve', 'Approve License Request'],
  ['decline', 'Decline License Request'],
])

/** The email to sales links here, so it fetches its own request. */
export function LicenseRequestDialog({ id, onClose }: Props) {
  const request = useLicenseRequest(id)
  const [decision] = useUrlState('decision')

  return (
    <Dialog title={titles.get(decision) ?? 'License Request'} onClose={onClose}>
      <Loaded query={request} failure={notLoaded('the license request')}>
        {(data) => (
          <div className="grid gap-4">
            <Facts request={data} />
            {isUndecided(data) && <Decision request={data} decision={decision} onClose={onClose} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Decision({ decision, ...props }: DecisionProps & { decision: string }) {
  if (decision === 'approve') return <ApproveForm {...props} />
  if (decision === 'decline') return <DeclineForm {...props} />
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={() => setUrl({ decision: 'decline' })}>Decline</Button>
      <Button variant="primary" onClick={() => setUrl({ decision: 'approve' })}>
        Approve
      </Button>
    </div>
  )
}

const Facts = ({ request }: Pick<DecisionProps, 'request'>) => (
  <dl className="grid gap-3 sm:grid-cols-2">
    <Fact name="Organization">
      <OrganizationLink request={request} />
    </Fact>
    <Fact name="Requested">
      <span className="flex flex-wrap items-center gap-2">
        {requestedText(request.additionalLicenses)}
        <Badge {...licenseRequestBadge(request.status)} />
      </span>
    </Fact>
    <Fact name="Requested by">
      {request.requestedBy}, <Day of={request.createdAt} />
    </Fact>
    <Fact name="Seats">{seatsUsed(request)}</Fact>
    <Fact name="Business justification" isWide>
      {request.businessJustification}
    </Fact>
    {!isUndecided(request) && (
      <Fact name="Decision" isWide>
        {decidedBy(request)} <Day of={request.decidedAt} />
      </Fact>
    )}
    {request.reason && (
      <Fact name="Reason" isWide>
        {request.reason}
      </Fact>
    )}
  </dl>
)

const Fact = ({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={isWide ? 'sm:col-span-2' : ''}>
    <dt className="text-[13px] text-fg2">{name}</dt>
    <dd className="wrap-anywhere whitespace-pre-wrap">{children}</dd>
  </div>
)
