import { formatLongDate } from '#contract/dates.ts'
import type { Config } from '#server/platform/config.ts'
import { letter } from '#server/platform/letter.ts'

type Sender = Pick<Config, 'productName' | 'publicUrl' | 'salesEmail'>

/** `lastDay`: the day its period ends, in South Africa. */
type Canceled = { config: Sender; planName: string; lastDay: string; canceledBy: string | null }

/** To each admin of the customer. */
export const subscriptionCanceled = ({
  config,
  to,
  firstName,
  planName,
  lastDay,
  canceledBy,
}: Canceled & { to: string; firstName: string }) => ({
  kind: 'subscription-canceled',
  to,
  subject: `Your ${config.productName} subscription was canceled`,
  ...letter({
    productName: config.productName,
    title: `Hello ${firstName}`,
    paragraphs: [
      `${canceledBy ?? 'Somebody'} canceled the subscription ${planName}.`,
      `Every license keeps working until ${formatLongDate(lastDay)}. The subscription is not renewed after that day.`,
      `If this was a mistake, write to ${config.salesEmail}.`,
    ],
    action: { label: 'Open billing', url: `${config.publicUrl}/billing` },
  }),
})

/** To sales: whom they are about to lose. */
export const cancellationForSales = ({
  config,
  organization,
  planName,
  lastDay,
  canceledBy,
}: Canceled & { organization: string }) => ({
  kind: 'cancellation-for-sales',
  to: config.salesEmail,
  subject: `A subscription was canceled on ${config.productName}`,
  ...letter({
    productName: config.productName,
    title: 'A customer does not renew',
    paragraphs: [
      `Organization: ${organization}`,
      `Subscription: ${planName}`,
      `Canceled by: ${canceledBy ?? 'unknown'}`,
      `Ends on: ${formatLongDate(lastDay)}`,
    ],
  }),
})
