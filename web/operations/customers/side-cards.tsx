import { formatDate, formatInstant } from '#contract/dates.ts'
import type { CustomerDetail } from '#contract/operations/customers.ts'
import { formatDay, formatLastDay } from '#web/app/words/business-days.ts'
import { FeaturesFact } from '#web/billing/subscriptions/parts.tsx'
import { billingWords } from '#web/billing/subscriptions/subscription-words.ts'
import { UsageSegments } from '#web/licensing/licenses/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { DateText } from '#web/ui/text/date.tsx'

type Props = { customer: CustomerDetail }

export const SubscriptionCard = ({ customer }: Props) => (
  <Card title="Subscription" className="max-xl:order-first">
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4">
        {customer.planName && <Fact label="Plan">{customer.planName}</Fact>}
        <Fact label="Seats used">
          {customer.seatsUsed.toLocaleString('en-US')} of {customer.seats.toLocaleString('en-US')}
        </Fact>
        {customer.subscription && <Period {...customer.subscription} />}
        {customer.subscription && !customer.subscription.isTrial && (
          <Fact label="Billed">{billingWords[customer.billingType]}</Fact>
        )}
        {customer.subscription && <FeaturesFact features={customer.subscription.features} />}
      </dl>
      <UsageSegments
        usage={{ ...customer.licenses, limit: customer.subscription && customer.seats, versions: [] }}
        hrefOf={(status) => `/customers/${customer.id}?tab=licenses&status=${status}`}
      />
    </div>
  </Card>
)

const Period = ({ currentPeriodStart, currentPeriodEnd }: NonNullable<CustomerDetail['subscription']>) => (
  <Fact label="Current period" className="col-span-2">
    <span className="whitespace-nowrap">{formatDay(currentPeriodStart)}</span> –{' '}
    <span className="whitespace-nowrap">{currentPeriodEnd ? formatLastDay(currentPeriodEnd) : 'open'}</span>
  </Fact>
)

export const AboutCard = ({ customer: { contactEmail, phone, address, createdAt } }: Props) => (
  <Card title="Contact">
    <dl className="grid gap-4">
      <Fact label="Contact email">
        <a href={`mailto:${contactEmail}`} className="wrap-anywhere text-accent underline-offset-4 hover:underline">
          {contactEmail}
        </a>
      </Fact>
      {phone && <Fact label="Phone">{phone}</Fact>}
      {address && (
        <Fact label="Address">
          <span className="whitespace-pre-line">{address}</span>
        </Fact>
      )}
      <Fact label="Customer since">
        <DateText value={createdAt} format={formatDate} full={formatInstant} />
      </Fact>
    </dl>
  </Card>
)
