import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Approval, Refusal, type Effective, type LicenseRequestForAdmin } from '#contract/licensing/license-requests.ts'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'
import { formatDay } from '#web/app/words/business-days.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Choice } from '#web/ui/form/choice.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useApproveRequest, useDeclineRequest } from './admin-api.ts'
import { effectsOf, plannedText, whyNotApprove, type Effect } from './license-request-words.ts'

type Props = { request: LicenseRequestForAdmin; onClose: () => void }

export function ApproveForm({ request, onClose }: Props) {
  const approve = useApproveRequest()
  const effects = effectsOf(request)
  if (!effects) return <NoMoreSeats request={request} />

  const save = async ({ effective }: { effective: Effective }, confirmed: Confirmation) => {
    const { licenseLimit, plannedSeats, twelveMonthValue } = request
    const body = { effective, basedOn: { licenseLimit, plannedSeats, twelveMonthValue } }
    await approve.mutateAsync({ params: { id: request.id }, body, confirmed })
    onClose()
  }
  const isReduction = request.additionalLicenses < 0
  const day = request.currentPeriodEnd && formatDay(request.currentPeriodEnd)

  return (
    <Form schema={Approval} onSubmit={save} submit="Approve" pending="Approving…" cancel={onClose}>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">
          {isReduction ? 'When are the licenses removed?' : 'When are the licenses added?'}
        </legend>
        {!isReduction && (
          <Timing value="now" label="Now" effect={effects.now} defaultChecked>
            They can be used immediately. {!request.isTrial && 'The new price applies from today.'}
          </Timing>
        )}
        {!request.isTrial && (
          <Timing
            value="period_end"
            label={`At the end of the period${day ? `, ${day}` : ''}`}
            effect={effects.period_end}
            defaultChecked={isReduction}
          >
            Seats and price don’t change until then. {plannedText(request)}
          </Timing>
        )}
      </fieldset>
      <p className="text-[13px] text-fg2">{request.requestedBy} gets an email unless they turned it off.</p>
    </Form>
  )
}

const NoMoreSeats = ({ request }: Pick<Props, 'request'>) => (
  <Alert
    tone="warning"
    action={
      <span className="flex flex-wrap gap-2">
        {request.isTrial && (
          <Link href={links.subscriptionOf(request.organizationId)} className={buttonClass({}, 'text-fg')}>
            Open Trial
          </Link>
        )}
        <Button onClick={() => setUrl({ decision: 'decline' })}>Decline</Button>
      </span>
    }
  >
    {whyNotApprove(request)}
  </Alert>
)

type TimingProps = {
  value: Effective
  label: string
  effect: Effect
  defaultChecked?: boolean
  children: ReactNode
}

const Timing = ({ effect, children, ...choice }: TimingProps) => (
  <Choice name="effective" {...choice}>
    <span className="text-fg">
      {effect.seats} · <span className="whitespace-nowrap">{effect.price}</span>
    </span>
    <span>{children}</span>
  </Choice>
)

export function DeclineForm({ request, onClose }: Props) {
  const decline = useDeclineRequest()

  const save = async (body: { reason: string }, confirmed: Confirmation) => {
    await decline.mutateAsync({ params: { id: request.id }, body, confirmed })
    onClose()
  }

  return (
    <Form schema={Refusal} onSubmit={save} submit="Decline" submitLook="danger" pending="Declining…" cancel={onClose}>
      <TextareaField
        name="reason"
        label="Reason"
        rows={4}
        help={`${request.requestedBy} sees it under the subscription, and gets an email unless they turned it off.`}
      />
    </Form>
  )
}
