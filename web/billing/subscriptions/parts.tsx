import { isBilledAhead, type Subscription } from '#contract/billing/subscriptions.ts'
import { FeatureList } from '#web/app/parts/feature-list.tsx'
import { formatDay, formatLastDay } from '#web/app/words/business-days.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

export { FeedbackFields, useFeedback } from './cancellation/feedback-fields.tsx'

/** Goes inside a <dl>. */
export const FeaturesFact = ({ features }: Pick<Subscription, 'features'>) =>
  features.length > 0 && (
    <Fact label="Features" className="col-span-full">
      <FeatureList features={features} />
    </Fact>
  )

export const MonthlyPrice = ({ isTrial, price }: Pick<Subscription, 'isTrial' | 'price'>) =>
  isTrial ? (
    'Free'
  ) : (
    <>
      <Rand amount={price} /> per month
    </>
  )

/** Goes inside a <dl>. Before the billed period begins, shows both the end of the running one and the last day that is billed. */
export function CurrentPeriod({ subscription }: { subscription: Subscription }) {
  const { currentPeriodStart, currentPeriodEnd } = subscription
  const start = formatDay(currentPeriodStart)
  const end = currentPeriodEnd ? formatLastDay(currentPeriodEnd) : 'open'
  if (isBilledAhead(subscription))
    return (
      <>
        <Fact label="Current period">Until {formatLastDay(currentPeriodStart)}</Fact>
        <Fact label="Billed until">{end}</Fact>
      </>
    )
  return (
    <Fact label="Current period">
      <span className="whitespace-nowrap">{start}</span> - <span className="whitespace-nowrap">{end}</span>
    </Fact>
  )
}
