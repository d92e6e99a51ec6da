import { centsForSeats, toAmount } from '#contract/money.ts'
import { DETAIL_ROWS, type OrganizationBilling } from '#contract/operations/organizations.ts'
import {
  listInvoicesWithItems,
  listPayments,
  presentSubscription,
  previewRenewal,
  sumCounted,
} from '#server/billing/public.ts'
import type { Database } from '#server/database/database.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { present } from './actions.ts'
import { findAdjustments, findWithSubscription } from './queries.ts'

export async function readOrganizationBilling(db: Database, id: string): Promise<OrganizationBilling> {
  const [found, totals, adjustments, invoices, payments, creditCents, upcomingInvoice] = await Promise.all([
    findWithSubscription(db, id),
    sumCounted(db, id),
    findAdjustments(db, id, DETAIL_ROWS),
    listInvoicesWithItems(db, { organizationId: id, limit: DETAIL_ROWS }),
    listPayments(db, id, DETAIL_ROWS),
    sumCredit(db, id),
    previewRenewal(db, id),
  ])
  if (!found) throw notFound('Organization')
  const { organization, subscription, licensesUsed, remindersPausedUntil, suspendedAt, suspensionReason } = found
  const { cancellationReason, cancellationComment } = found
  const { twelveMonthCents } = organization
  return {
    organization: present(organization),
    summary: summarize(totals),
    subscription: subscription && presentSubscription({ ...subscription, twelveMonthCents, licensesUsed }),
    cancellation:
      subscription?.status === 'canceled' && !subscription.isTrial ? { cancellationReason, cancellationComment } : null,
    adjustments: adjustments.map((row) => presentAdjustment(row, organization)),
    invoices,
    paymentMethods: [],
    payments,
    credit: toAmount(creditCents),
    upcomingInvoice,
    suspension: suspendedAt === null ? null : { since: suspendedAt, reason: suspensionReason },
    remindersPausedUntil,
  }
}

const summarize = ({
  invoicedCents,
  paidCents,
  owedCents,
  paidCount,
  count,
}: Awaited<ReturnType<typeof sumCounted>>) => ({
  totalInvoiced: toAmount(invoicedCents),
  totalPaid: toAmount(paidCents),
  totalOutstanding: toAmount(owedCents),
  paidInvoiceCount: paidCount,
  invoiceCount: count,
})

type Adjustment = Awaited<ReturnType<typeof findAdjustments>>[number]
type Price = { twelveMonthCents: number; numberOfLicenses: number }

const presentAdjustment = ({ deltaQuantity, ...row }: Adjustment, price: Price) => ({
  ...row,
  adjustmentType: deltaQuantity > 0 ? ('seats_added' as const) : ('seats_removed' as const),
  deltaQuantity,
  amount: toAmount(Math.sign(deltaQuantity) * monthOf(Math.abs(deltaQuantity), price)),
})

/** Cents per month for that many seats, or none without a subscription. */
const monthOf = (seats: number, { twelveMonthCents, numberOfLicenses }: Price) =>
  numberOfLicenses === 0 ? 0 : centsForSeats(twelveMonthCents, { from: 12 * numberOfLicenses, to: seats })
