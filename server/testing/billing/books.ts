import { and, asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { isCounted, isOutstanding } from '#contract/billing/invoices.ts'
import { sumCounted } from '#server/billing/invoices/totals-queries.ts'
import { only } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoiceItems, invoices, invoiceStatusChanges, numberSeries } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments, seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { db } from '#server/testing/testing.ts'

export type Books = Awaited<ReturnType<typeof readBooks>>
export type BookedInvoice = Books['invoices'][number]
export type BookedSubscription = Books['subscriptions'][number]

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const cents = (rows: { amountCents: number }[]) => sum(rows.map(({ amountCents }) => amountCents))

/** Everything that is stored about one organization, oldest first. */
export async function readBooks(organizationId: string) {
  const [billed, items, ledger, notes, log, charges, terms, changes, renewals] = await Promise.all([
    db
      .select()
      .from(invoices)
      .where(eq(invoices.organizationId, organizationId))
      .orderBy(asc(invoices.createdAt), asc(invoices.id)),
    db.select().from(invoiceItems).where(eq(invoiceItems.organizationId, organizationId)).orderBy(asc(invoiceItems.id)),
    db
      .select()
      .from(payments)
      .where(eq(payments.organizationId, organizationId))
      .orderBy(asc(payments.createdAt), asc(payments.id)),
    db.select().from(creditNotes).where(eq(creditNotes.organizationId, organizationId)).orderBy(asc(creditNotes.id)),
    db
      .select()
      .from(invoiceStatusChanges)
      .where(eq(invoiceStatusChanges.organizationId, organizationId))
      .orderBy(asc(invoiceStatusChanges.createdAt), asc(invoiceStatusChanges.id)),
    db.select().from(seatCharges).where(eq(seatCharges.organizationId, organizationId)).orderBy(asc(seatCharges.id)),
    db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.organizationId, organizationId))
      .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id)),
    db.select().from(adjustments).where(eq(adjustments.organizationId, organizationId)).orderBy(asc(adjustments.id)),
    findRenewals(organizationId),
  ])
  const held = await db
    .select()
    .from(licenses)
    .where(eq(licenses.organizationId, organizationId))
    .orderBy(asc(licenses.id))
  const price = await db
    .select({ billingType: organizations.billingType, twelveMonthCents: organizations.twelveMonthCents })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .then(only)
  return {
    organizationId,
    ...price,
    invoices: billed,
    items,
    payments: ledger,
    creditNotes: notes,
    statusChanges: log,
    seatCharges: charges,
    subscriptions: terms,
    adjustments: changes,
    renewals,
    licenses: held,
  }
}

/** Of which subscription, and at the end of which period. */
async function findRenewals(organizationId: string) {
  const isRenewal = and(eq(auditLog.organizationId, organizationId), eq(auditLog.action, 'subscription.renewed'))
  const rows = await db.select().from(auditLog).where(isRenewal).orderBy(asc(auditLog.createdAt), asc(auditLog.id))
  return rows.map(({ subjectId, changes }) => ({
    subscriptionId: subjectId,
    at: String(changes.currentPeriodEnd?.[0]),
  }))
}

export const balanceOf = ({ amountCents, paidCents, creditedCents }: BookedInvoice) =>
  amountCents - paidCents - creditedCents

const ofKinds = ({ payments: ledger }: Books, ...kinds: Books['payments'][number]['kind'][]) =>
  cents(ledger.filter(({ kind }) => kinds.includes(kind)))

/** Paid too much, or credited after it was paid, and neither used nor paid out. */
export const creditIn = (books: Books) => ofKinds(books, 'refund') - ofKinds(books, 'credit_kept', 'credit_used')

/** Money that came less what went back. */
const cashIn = (books: Books) => ofKinds(books, 'payment', 'reversal', 'refund')

/** The organization's outstanding amount less its credit. */
export const closingOf = (books: Books) => sum(books.invoices.filter(isOutstanding).map(balanceOf)) - creditIn(books)

/** Asserts the invariants of an organization's money, seats and periods. */
export async function expectBooksAgree(books: Books) {
  for (const invoice of books.invoices) expectInvoiceAgrees(books, invoice)
  for (const subscription of books.subscriptions) expectPeriodsInARow(books, subscription)
  expectSeatsAgree(books)
  expectSeatsByTheDay(books)
  const counted = books.invoices.filter(isCounted)
  const paid = counted.filter(({ status }) => status === 'paid')
  expect(await sumCounted(db, books.organizationId)).toEqual({
    invoicedCents: cents(counted) - sum(counted.map(({ creditedCents }) => creditedCents)),
    paidCents: sum(counted.map(({ paidCents }) => paidCents)),
    owedCents: sum(counted.filter(isOutstanding).map(balanceOf)),
    paidCount: paid.length,
    count: counted.length,
  })
  // Every cent that came is on an invoice or kept as credit.
  expect(cashIn(books)).toBe(sum(books.invoices.map(({ paidCents }) => paidCents)) + creditIn(books))
  // Only what was paid out cannot be had back when the money it came from bounces.
  expect(creditIn(books)).toBeGreaterThanOrEqual(ofKinds(books, 'refund'))
}

function expectInvoiceAgrees(books: Books, invoice: BookedInvoice) {
  const { id, invoiceNumber, status, paidAt, isManual } = invoice
  const isPaid = status === 'paid'
  const isNothingLeft = isCounted(invoice) && balanceOf(invoice) === 0
  expect([isNothingLeft, paidAt !== null], `${invoiceNumber} is ${status}`).toEqual([isPaid, isPaid])
  if (!isCounted(invoice)) expect(invoice.paidCents, `${invoiceNumber} is ${status}`).toBe(0)
  const own = <Row extends { invoiceId: string | null }>(rows: Row[]) =>
    rows.filter(({ invoiceId }) => invoiceId === id)
  expect(cents(own(books.payments)), `ledger of ${invoiceNumber}`).toBe(invoice.paidCents)
  expect(cents(own(books.creditNotes)), `credit notes of ${invoiceNumber}`).toBe(invoice.creditedCents)
  if (!isManual) expect(cents(own(books.items)), `lines of ${invoiceNumber}`).toBe(invoice.amountCents)
  expectLogAgrees(own(books.statusChanges), invoice)
}

function expectLogAgrees(lines: Books['statusChanges'], { invoiceNumber, status }: BookedInvoice) {
  expect(
    lines.map(({ fromStatus }) => fromStatus),
    `log of ${invoiceNumber}`,
  ).toEqual([null, ...lines.slice(0, -1).map(({ toStatus }) => toStatus)])
  expect(lines.at(-1)?.toStatus, `log of ${invoiceNumber}`).toBe(status)
}

export const isValid = ({ status }: BookedInvoice) => status !== 'void' && status !== 'cancelled'

/** The invoices of a subscription's periods that are not void, by period. */
export const periodsOf = (books: Books, { id }: BookedSubscription) =>
  books.invoices
    .filter((invoice) => invoice.subscriptionId === id && invoice.periodStart !== null && isValid(invoice))
    .toSorted((one, other) => Date.parse(one.periodStart ?? '') - Date.parse(other.periodStart ?? ''))

/** No time is billed twice; the paid-for period is the last one of those paid in a row, or one after it that cost nothing. */
function expectPeriodsInARow(books: Books, subscription: BookedSubscription) {
  const periods = periodsOf(books, subscription)
  for (const [place, period] of periods.entries()) {
    const next = periods[place + 1]
    if (!next) continue
    expect(time(next.periodStart), 'two periods overlap').toBeGreaterThanOrEqual(time(period.periodEnd))
  }
  // An ended subscription keeps its period.
  if (subscription.endedAt !== null) return
  const moved = periods.filter(({ previousPeriodStart }) => previousPeriodStart !== null)
  expect(moved.filter(({ status }) => status !== 'paid')).toEqual([])
  const isFreed = books.renewals.some(
    ({ subscriptionId, at }) =>
      subscriptionId === subscription.id && periods.every(({ periodStart }) => periodStart !== at),
  )
  const follows = (start: string | null, before: BookedInvoice) =>
    expect(
      start === before.periodStart || (isFreed && time(start) >= time(before.periodEnd)),
      'a period is left out',
    ).toBe(true)
  for (const [place, period] of moved.entries()) {
    const before = moved[place - 1]
    if (before) follows(period.previousPeriodStart, before)
  }
  const last = moved.at(-1)
  if (!last) return
  const { currentPeriodStart, currentPeriodEnd } = subscription
  follows(currentPeriodStart, last)
  if (currentPeriodStart === last.periodStart) expect(currentPeriodEnd).toBe(last.periodEnd)
}

const time = (instant: string | null) => Date.parse(instant ?? '')

/** A period that is billed after it began charges no seat for the time before that seat came. */
function expectSeatsByTheDay({ subscriptions: terms, adjustments: changes, invoices: billed, items }: Books) {
  for (const { id, subscriptionId, periodStart, createdAt, invoiceNumber } of billed) {
    const subscription = terms.find((one) => one.id === subscriptionId)
    const [first] = items
      .filter(({ invoiceId }) => invoiceId === id)
      .toSorted((one, other) => one.position - other.position)
    if (!subscription || !first || periodStart === null || time(createdAt) <= time(periodStart)) continue
    const cameLater = changes.filter(
      (change) =>
        change.subscriptionId === subscriptionId &&
        change.status === 'applied' &&
        time(change.effectiveAt) > time(periodStart),
    )
    const atStart = subscription.licenseLimit - sum(cameLater.map(({ deltaQuantity }) => deltaQuantity))
    expect(first.quantity, `seats of the whole period on ${invoiceNumber}`).toBeLessThanOrEqual(atStart)
  }
}

function expectSeatsAgree({ subscriptions: terms, seatCharges: charges, invoices: billed, licenses: held }: Books) {
  for (const { endedAt, licenseLimit } of terms) {
    if (endedAt === null) expect(licenseLimit).toBeGreaterThanOrEqual(held.length)
  }
  for (const { invoiceId } of charges) {
    const invoice = billed.find(({ id }) => id === invoiceId)
    if (invoice) expect(isValid(invoice), `seats charged on ${invoice.invoiceNumber}`).toBe(true)
  }
}

const PORTAL_NUMBER = /^((?:INV|CN)-\d{4})-(\d{5,})$/

/** Each of the vendor's number series runs from 1 to its last number without a gap. */
export async function expectNumbersWithoutGaps() {
  const given = [
    ...(await db.select({ number: invoices.invoiceNumber }).from(invoices)),
    ...(await db.select({ number: creditNotes.creditNoteNumber }).from(creditNotes)),
  ]
  const series = new Map<string, number[]>()
  for (const { number } of given) {
    const [, name, digits] = PORTAL_NUMBER.exec(number) ?? []
    if (name) series.set(name, [...(series.get(name) ?? []), Number(digits)])
  }
  const last = new Map((await db.select().from(numberSeries)).map((row) => [row.series, row.lastNumber]))
  for (const [name, numbers] of series) {
    const wanted = Array.from({ length: last.get(name) ?? 0 }, (_, place) => place + 1)
    expect(
      numbers.toSorted((one, other) => one - other),
      name,
    ).toEqual(wanted)
  }
}
