import { cancellationReasons } from '#contract/billing/subscriptions/cancellation-reasons.ts'
import type { Cancellation as Feedback } from '#contract/billing/subscriptions/cancellation.ts'
import { formatDate } from '#contract/dates.ts'
import { composeEmail } from '#server/domain/emails.ts'
import { facts, openBilling, toCustomer, type Sender, type To } from './parts.ts'

/** `lastDay`: in the vendor's time zone. */
type Cancellation = { planName: string; lastDay: string; canceledBy: string | null }

export const subscriptionCanceled = (to: To, { planName, lastDay, canceledBy }: Cancellation) =>
  toCustomer(to, {
    kind: 'subscription-canceled',
    subject: `Your ${to.config.productName} subscription was canceled`,
    paragraphs: [
      `${canceledBy ?? 'Someone'} canceled the subscription ${planName}.`,
      `Nothing changes until ${formatDate(lastDay)}. After that day the subscription is not renewed, and its licenses stop working.`,
      'If an invoice for a later period was already issued, it is voided.',
      `If this was a mistake, contact ${to.config.salesEmail}.`,
    ],
    action: openBilling(to.config),
  })

export const subscriptionResumed = (to: To, { planName, lastDay }: Pick<Cancellation, 'planName' | 'lastDay'>) =>
  toCustomer(to, {
    kind: 'subscription-resumed',
    subject: `Your ${to.config.productName} subscription continues`,
    paragraphs: [
      `The subscription ${planName} is no longer canceled. After ${formatDate(lastDay)} it is renewed, and nothing changes for its licenses.`,
      'License changes that were pending before the cancellation are not restored.',
      `If you didn’t expect this, contact ${to.config.salesEmail}.`,
    ],
    action: openBilling(to.config),
  })

export const cancellationForSales = (
  config: Sender,
  {
    organizationId,
    organization,
    planName,
    lastDay,
    canceledBy,
    cancellationReason,
    cancellationComment,
  }: Cancellation & Feedback & { organizationId: string; organization: string },
) =>
  composeEmail(config, {
    kind: 'cancellation-for-sales',
    to: config.salesEmail,
    subject: `A subscription was canceled on ${config.productName}`,
    title: 'A customer does not renew',
    paragraphs: [
      facts([
        { label: 'Organization', value: organization },
        { label: 'Subscription', value: planName },
        { label: 'Canceled by', value: canceledBy ?? 'unknown' },
        { label: 'Ends on', value: formatDate(lastDay) },
        cancellationReason !== null && { label: 'Reason', value: cancellationReasons[cancellationReason] },
        cancellationComment !== null && { label: 'Comment', value: cancellationComment },
      ]),
    ],
    action: { label: 'Open the organization', url: `${config.publicUrl}/admin/organizations?view=${organizationId}` },
  })
