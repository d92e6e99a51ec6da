import { REMINDER_DAYS } from '#contract/billing/terms.ts'
import { plusDays } from '#contract/dates.ts'
import { startOf, type Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import type { invoiceReminders, Particulars } from '#server/database/schema/billing/invoices.ts'
import { dayOf } from '#server/domain/calendar.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import {
  createdAt,
  creditOf,
  invoiceOf,
  itemsOf,
  statusChangesOf,
  paymentsOf,
  type BilledInvoice,
  type NumberedInvoice,
} from './billed.ts'
import { buildManualInvoices } from './manual-invoices.ts'
import { buildRenewals } from './renewals.ts'
import type { SeatChange } from './seat-changes.ts'

type InvoiceSources = {
  customers: Customer[]
  seatChanges: SeatChange[]
  vendor: Particulars['vendor']
  adminId: string
}

/** Builds 18 months of renewals and some manual invoices, with payments and reminders. */
export function buildInvoices(sources: InvoiceSources, random: Random, calendar: Calendar) {
  const { customers, seatChanges } = sources
  const billed = [
    ...customers.flatMap((customer, place) => {
      const own = seatChanges.filter(({ organizationId }) => organizationId === customer.id)
      return overpay(buildRenewals(customer, own, random, calendar), place)
    }),
    ...buildManualInvoices(customers, random, calendar),
  ].toSorted((one, other) => createdAt(one).localeCompare(createdAt(other)))
  const series = createSeries()
  const numbered = billed.map((each) => numberIn(series, each, sources))
  const credited = numbered.toSorted((one, other) =>
    (one.billed.credit?.at ?? '').localeCompare(other.billed.credit?.at ?? ''),
  )
  return {
    numbered,
    invoices: numbered.map(invoiceOf),
    items: numbered.flatMap(itemsOf),
    statusChanges: numbered.flatMap(statusChangesOf),
    payments: numbered.flatMap((each) => paymentsOf(each, random)),
    creditNotes: credited.flatMap((each) => {
      const { credit } = each.billed
      return credit ? creditOf(each, { id: random.uuid(), creditNoteNumber: series.next('CN', credit.at) }) : []
    }),
    reminders: billed.flatMap((each) => remindersOf(each, calendar)),
    series: series.rows(),
  }
}

/** Numbers start at 1 in each calendar year (the vendor's time zone). */
function createSeries() {
  const last = new Map<string, number>()
  return {
    next: (kind: 'INV' | 'CN', at: string) => {
      const series = `${kind}-${dayOf(at).slice(0, 4)}`
      const number = (last.get(series) ?? 0) + 1
      last.set(series, number)
      return `${series}-${String(number).padStart(5, '0')}`
    },
    rows: () => [...last].map(([series, lastNumber]) => ({ series, lastNumber })),
  }
}

type Series = ReturnType<typeof createSeries>

function numberIn(
  series: Series,
  billed: BilledInvoice,
  { customers, vendor, adminId }: InvoiceSources,
): NumberedInvoice {
  const customer = customers.find(({ id }) => id === billed.facts.organizationId)!
  const recipient = { name: customer.name, address: customer.address, vatNumber: null }
  return {
    billed,
    adminId,
    particulars: { vendor, recipient, timeZone: TIME_ZONE },
    invoiceNumber: series.next('INV', createdAt(billed)),
  }
}

type Reminder = typeof invoiceReminders.$inferInsert & { createdAt: string }

const OUTSTANDING = new Set(['issued', 'pending', 'overdue', 'failed'])

/** Past reminders of outstanding invoices; the running portal sends the next one. */
function remindersOf(billed: BilledInvoice, calendar: Calendar): Reminder[] {
  const { organizationId, id: invoiceId, dueDate } = billed.facts
  if (!OUTSTANDING.has(billed.statusChanges.at(-1)!.to)) return []
  return REMINDER_DAYS.map((stageDays) => ({ stageDays, day: plusDays(dueDate, stageDays) }))
    .filter(({ day }) => day > dayOf(createdAt(billed)) && startOf(day) <= calendar.now)
    .map(({ stageDays, day }) => {
      const morning = startOf(day, { hours: 8 })
      return { organizationId, invoiceId, stageDays, createdAt: morning < calendar.now ? morning : calendar.now }
    })
}

/** Index of Highveld Civils. */
const OVERPAYING_CUSTOMER = 8
const OVERPAID_CENTS = 50_000

/** Makes one customer overpay a period, and pay the next one partly from that credit. */
export function overpay(renewals: BilledInvoice[], place: number): BilledInvoice[] {
  if (place !== OVERPAYING_CUSTOMER) return renewals
  const paid = renewals.filter(({ statusChanges }) => statusChanges.at(-1)?.to === 'paid')
  const [before, after] = paid.slice(-2)
  return renewals.map((billed) => {
    const [payment] = billed.money
    if (!payment) return billed
    const { amountCents, at } = payment
    if (billed === before) {
      const kept = { kind: 'credit_kept', amountCents: -OVERPAID_CENTS, at } as const
      return { ...billed, money: [{ ...payment, amountCents: amountCents + OVERPAID_CENTS }, kept] }
    }
    if (billed !== after) return billed
    const used = { kind: 'credit_used', amountCents: OVERPAID_CENTS, at: billed.statusChanges[0].at } as const
    return { ...billed, money: [used, { ...payment, amountCents: amountCents - OVERPAID_CENTS }] }
  })
}
