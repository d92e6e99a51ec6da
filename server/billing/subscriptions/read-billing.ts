import type { Invoice } from '#contract/billing/invoices.ts'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { toAmount } from '#contract/money.ts'
import { listFirstDue, listInvoices } from '#server/billing/invoices/actions.ts'
import { sumInvoices } from '#server/billing/invoices/totals-queries.ts'
import { previewRenewal } from '#server/billing/renewal-run/preview.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/statements/together.ts'
import { sumCredit } from '#server/domain/invoices.ts'
import type { Platform } from '#server/platform/platform.ts'
import { presentSubscription } from './create.ts'
import { findAccount } from './queries.ts'

const NEWEST_INVOICES = 100

/** For staff, who have no organization. */
const NOTHING: Omit<Billing, 'bankDetails'> = {
  isSuspended: false,
  subscription: null,
  invoices: [],
  invoiceCount: 0,
  outstanding: toAmount(0),
  pendingAdjustments: [],
  billingType: null,
  unbilled: toAmount(0),
  unbilledIfCanceled: toAmount(0),
  upcomingInvoice: null,
  credit: toAmount(0),
  usage: { activeLicenses: 0, activeDevices: 0 },
  details: null,
}

export async function readBilling({ db, config }: Platform, organizationId: string | null): Promise<Billing> {
  const bankDetails = config.vendor.bankDetails ?? null
  if (!organizationId) return { ...NOTHING, bankDetails }
  const [account, invoices, { invoiceCount, outstandingCents }, upcomingInvoice, creditCents] = await together(db, () =>
    Promise.all([
      findAccount(db, organizationId),
      listInvoices(db, { organizationId, limit: NEWEST_INVOICES }),
      sumInvoices(db, { organizationId }),
      previewRenewal(db, organizationId),
      sumCredit(db, organizationId),
    ]),
  )
  const { subscription, usage, twelveMonthCents, billingType, adjustment, details } = account
  const { licensesUsed } = usage
  return {
    isSuspended: account.isSuspended,
    subscription: subscription && presentSubscription({ ...subscription, licensesUsed, twelveMonthCents }),
    invoices: invoiceCount > invoices.length ? await withOlderDue(db, organizationId, invoices) : invoices,
    invoiceCount,
    outstanding: toAmount(outstandingCents),
    pendingAdjustments: adjustment ? [adjustment] : [],
    billingType,
    unbilled: toAmount(account.unbilledCents),
    unbilledIfCanceled: toAmount(account.canceledCents),
    upcomingInvoice,
    credit: toAmount(creditCents),
    usage,
    details,
    bankDetails,
  }
}

/** An old invoice may be the first to pay. */
async function withOlderDue(db: Database, organizationId: string, newest: Invoice[]) {
  const shown = new Set(newest.map(({ id }) => id))
  const due = await listFirstDue(db, organizationId, NEWEST_INVOICES)
  const older = due.filter(({ id }) => !shown.has(id))
  return [...newest, ...older.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))]
}
