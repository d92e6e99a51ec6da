import { useState } from 'react'
import { Link } from 'wouter'
import * as z from 'zod/mini'
import { DEFAULT_PLAN, type SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import type { TrialDraft } from '#contract/billing/trials.ts'
import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import type { SignUp } from '#contract/operations/sign-ups.ts'
import { formatRand, toCents } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import {
  newTrial,
  SubscriptionFields,
  TrialFields,
  typedTrial,
  TypedSubscription,
} from '#web/operations/organizations/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { CheckboxField, SelectField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { SIGN_UP_NOT_LOADED, useApproveSignUp, useApproveTrial, useSignUp } from './api.ts'

type Props = {
  user: User
  /** Activates the account without a subscription. */
  onActivate: (confirmed: Confirmation) => Promise<unknown>
  onDecline: () => void
  onClose: () => void
}

/** Everything that helps to decide about a registration, and the decision. */
export function SignUpDialog({ user, onClose, ...decisions }: Props) {
  const reading = useSignUp(user.id)
  return (
    <Dialog
      title={`Activate ${fullName(user)}?`}
      description={`${approvalOf(user)}We email ${user.email} that they can sign in now.`}
      onClose={onClose}
    >
      <Loaded query={reading} failure={SIGN_UP_NOT_LOADED}>
        {(signUp) => (
          <>
            <Facts {...signUp} />
            <ApprovalForm user={user} canSubscribe={!signUp.plan} onClose={onClose} {...decisions} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const approvalOf = ({ organization }: User) =>
  organization ? `This approves the account and its organization, ${organization}. ` : ''

const Facts = ({ user, domain, similar, plan }: SignUp) => (
  <dl className="mb-5 grid gap-x-6 gap-y-3 rounded-lg bg-sunken p-4 sm:grid-cols-2">
    <Fact label="Email" className="sm:col-span-2">
      {user.email}{' '}
      {user.isEmailVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
    </Fact>
    <Fact label="Organization">{user.organization}</Fact>
    <Fact label="Registered">
      <DateText value={user.createdAt} format={formatDateTime} full={formatInstant} />
    </Fact>
    {plan && (
      <Fact label="Subscription" className="sm:col-span-2">
        {plan.planName}, {countOf(plan.licenseLimit, 'license')}, {priceOf(plan)}
      </Fact>
    )}
    <Fact label={`Organizations with this name or at ${domain}`} className="sm:col-span-2">
      {similar.length === 0 ? (
        'None'
      ) : (
        <ul>
          {similar.map(({ id, name, users }) => (
            <li key={id}>
              <Link href={links.customer(id)} className="underline-offset-4 hover:underline">
                {name}
              </Link>{' '}
              <span className="font-normal text-fg2">{usersAt(users)}</span>
            </li>
          ))}
        </ul>
      )}
    </Fact>
  </dl>
)

const priceOf = ({ price }: NonNullable<SignUp['plan']>) =>
  toCents(price) > 0 ? `${formatRand(toCents(price))} a month` : 'free'

function usersAt(users: number) {
  if (users === 0) return 'Same name'
  return `${countOf(users, 'user')} at this domain`
}

const STARTS = [
  { value: 'none', label: 'None yet' },
  { value: 'trial', label: 'Start a trial' },
  { value: 'subscription', label: 'Start a subscription' },
]

const submits: Record<string, string> = {
  trial: 'Activate and start the trial',
  subscription: 'Activate and start the subscription',
}

type Draft = SubscriptionDraft | TrialDraft | Record<never, never>

function ApprovalForm({ user, canSubscribe, onActivate, onDecline, onClose }: Props & { canSubscribe: boolean }) {
  const [approve, approveTrial] = [useApproveSignUp(), useApproveTrial()]
  const [start, setStart] = useState('none')
  const [typed, setTyped] = useState(EMPTY)
  const save = async (draft: Draft, confirmed: Confirmation) => {
    const params = { id: user.id }
    if ('endsOn' in draft) await approveTrial.mutateAsync({ params, body: draft, confirmed })
    else if ('planName' in draft) await approve.mutateAsync({ params, body: draft, confirmed })
    else await onActivate(confirmed)
    onClose()
  }
  const hasPlan = start === 'subscription'
  return (
    <Form
      schema={hasPlan ? TypedSubscription : start === 'trial' ? typedTrial() : z.object({})}
      onSubmit={save}
      submit={submits[start] ?? 'Activate'}
      pending="Activating…"
      disabled={hasPlan && (typed.pricePerLicense === '' || typed.licenseLimit === '')}
      cancel={onClose}
      secondary={<Button onClick={onDecline}>Decline…</Button>}
    >
      {canSubscribe && (
        <SelectField
          name="start"
          label="Subscription"
          options={STARTS}
          help={start === 'none' ? 'You can also create it later, under Organizations.' : undefined}
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
      )}
      {start === 'trial' && <TrialFields start={newTrial()} />}
      {hasPlan && (
        <SubscriptionFields
          start={{ ...EMPTY, planName: DEFAULT_PLAN, billingType: 'monthly' }}
          typed={typed}
          onType={setTyped}
        >
          <CheckboxField
            name="isFirstPeriodBilled"
            label="Bill the first period now"
            help={`We email an invoice, due in ${PAYMENT_TERM_DAYS} days.`}
            defaultChecked
          />
        </SubscriptionFields>
      )}
    </Form>
  )
}

const EMPTY = { pricePerLicense: '', licenseLimit: '' }
