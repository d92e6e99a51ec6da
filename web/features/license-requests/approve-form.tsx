import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import { Approval, whyNoMoreSeats, type Effective } from '#contract/license-requests.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { useApproveRequest } from './admin-api.ts'
import type { DecisionProps } from './license-request-dialog.tsx'
import { effectsOf, plannedText, type Effect } from './license-request-words.ts'

export function ApproveForm({ request, onClose }: DecisionProps) {
  const approve = useApproveRequest()
  const effects = effectsOf(request)
  if (!effects) return <NoMoreSeats sentence={whyNoMoreSeats(request.subscriptionStatus)} />

  const save = async (body: { effective: Effective }) => {
    await approve.mutateAsync({ params: { id: request.id }, body })
    onClose()
  }
  const day = request.currentPeriodEnd && formatDate(request.currentPeriodEnd)

  return (
    <Form schema={Approval} onSubmit={save} submit="Approve" pending="Approving…" cancel={onClose}>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">When are the licenses added?</legend>
        <Choice value="now" label="Now" effect={effects.now} defaultChecked>
          They can be used at once, and the new price counts from today.
        </Choice>
        <Choice
          value="period_end"
          label={`At the end of the period${day ? `, ${day}` : ''}`}
          effect={effects.period_end}
        >
          Seats and price stay as they are until then. {plannedText(request)}
        </Choice>
      </fieldset>
    </Form>
  )
}

const NoMoreSeats = ({ sentence }: { sentence: string | undefined }) => (
  <Alert tone="warning" action={<Button onClick={() => setUrl({ decision: 'decline' })}>Decline</Button>}>
    {sentence}
  </Alert>
)

type ChoiceProps = {
  value: Effective
  label: string
  effect: Effect
  defaultChecked?: boolean
  children: ReactNode
}

/** Both choices say what they lead to, so that they can be compared. */
const Choice = ({ value, label, effect, defaultChecked, children }: ChoiceProps) => (
  <label className="flex gap-3 rounded-lg border p-3 has-checked:border-accent has-checked:bg-sunken">
    <input
      type="radio"
      name="effective"
      value={value}
      defaultChecked={defaultChecked}
      aria-describedby={`effect-${value}`}
      aria-label={label}
      className="mt-0.5 size-4 shrink-0 accent-accent max-sm:size-5"
    />
    <span className="grid gap-0.5">
      <span className="font-medium">{label}</span>
      <span id={`effect-${value}`} className="grid gap-0.5 text-[13px] text-fg2">
        <span className="text-fg">
          {effect.seats} · <span className="whitespace-nowrap">{effect.price}</span>
        </span>
        <span>{children}</span>
      </span>
    </span>
  </label>
)
