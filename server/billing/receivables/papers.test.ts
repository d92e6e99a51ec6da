import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceDrafts } from '#contract/billing/invoice-drafts.ts'
import { invoices, isOutstanding, hasNothingDue } from '#contract/billing/invoices.ts'
import { payments, type InvoiceDetail } from '#contract/billing/payments.ts'
import { receivables } from '#contract/billing/receivables.ts'
import { statements } from '#contract/billing/statements.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatRand, toAmount, toCents } from '#contract/money.ts'
import { printAttachment } from '#server/billing/invoices/print/document.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { step, take } from '#server/testing/billing/steps.ts'
import { openBillingWorld, plusDays, type Customer } from '#server/testing/billing/world.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { db, platform } from '#server/testing/testing.ts'

const world = await openBillingWorld('2027-12-04T09:00:00+02:00')

const line = fc.record({
  description: fc.constantFrom('Training', '=1+1', 'Travel; by car', '“Quoted”, with a comma'),
  quantity: fc.integer({ min: 1, max: 9999 }),
  price: fc.integer({ min: 1, max: 9_999_999 }).map(toAmount),
})
const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ taken: step }) },
  { weight: 2, arbitrary: fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom('Karoo Holdings', '+27 Ltd', 'Acme "Ltd", SA') }) },
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

async function perform(customer: Customer, one: Act) {
  const { organizationId } = customer
  if ('taken' in one) return take(world, customer, one.taken)
  if ('lines' in one) {
    const body = { organizationId, lines: one.lines, notes: '@PO-4711' }
    return [await (await world.admin()).call(invoiceDrafts.create, { body })]
  }
  await db.update(organizations).set({ name: one.name }).where(eq(organizations.id, organizationId))
  return []
}

/** The cells of each row by the head of their column. */
function tableOf(csv: unknown) {
  const [heads = [], ...rows] = String(csv)
    .replace('\uFEFF', '')
    .trimEnd()
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  return rows.map((cells) => Object.fromEntries(heads.map((head, place) => [head, cells[place] ?? ''])))
}

const sumOf = (amounts: (string | undefined)[]) => amounts.reduce((sum, amount) => sum + toCents(amount || '0'), 0)

async function readPapers(customer: Customer) {
  const { organizationId } = customer
  const [admin, owner] = [await world.admin(), await customer.owner()]
  const of = { query: { organizationId } }
  const today = await world.today()
  const days = { from: plusDays(today, -3000), to: today }
  const account = { params: { id: organizationId }, query: days }
  return {
    all: (await admin.call(invoices.listAll, of)).body,
    invoicesCsv: tableOf((await admin.call(receivables.exportInvoices, of)).body),
    paymentsCsv: tableOf((await admin.call(receivables.exportPayments, of)).body),
    statement: (await admin.call(statements.readOf, account)).body,
    statementCsv: tableOf(
      (await admin.call(statements.downloadOf, { ...account, query: { ...days, format: 'csv' } })).body,
    ),
    overview: (await admin.call(invoices.overview)).body.find((row) => row.organizationId === organizationId),
    seen: (await owner.call(invoices.list)).body,
    billing: (await owner.call(subscriptions.read)).body,
  }
}

async function expectPapersAgree(customer: Customer) {
  const { all, invoicesCsv, paymentsCsv, statement, statementCsv, overview, seen, billing } = await readPapers(customer)
  const { ageing, closing, credit } = statement
  const balances = sumOf(all.filter(isOutstanding).map(({ balance }) => balance))
  expect(
    invoicesCsv.map((row) => [row.Invoice, row.Status, row.Amount, row.Paid, row.Credited, row.Balance, row.Due]),
  ).toEqual(
    all.map((invoice) => [
      invoice.invoiceNumber,
      invoice.status,
      invoice.amount,
      invoice.paidAmount,
      invoice.creditedAmount,
      isOutstanding(invoice) ? invoice.balance : '0.00',
      invoice.dueDate,
    ]),
  )
  expect(sumOf(paymentsCsv.map(({ Amount }) => Amount))).toBe(
    sumOf(all.map(({ paidAmount }) => paidAmount)) + toCents(credit),
  )
  expect([sumOf(Object.values(ageing)), toCents(closing)]).toEqual([balances, balances - toCents(credit)])
  expect(statementCsv.at(-1)?.Balance).toBe(closing)
  expect(sumOf(statementCsv.map(({ Charged }) => Charged)) - sumOf(statementCsv.map(({ Credited }) => Credited))).toBe(
    toCents(closing),
  )
  expect(overview?.totalUnpaid).toBe(toAmount(balances))
  expect(billing).toMatchObject({ outstanding: toAmount(balances), credit, invoiceCount: seen.length })
  return seen
}

const fixedOf = ({ invoiceNumber, amount, items, vat, createdAt, periodStart, periodEnd, notes }: InvoiceDetail) => {
  return { invoiceNumber, amount, items, vat, createdAt, periodStart, periodEnd, notes }
}

async function expectPrinted(invoice: InvoiceDetail) {
  const pdf = await printAttachment(platform, { kind: 'invoice', fileName: 'x.pdf', ...invoice })
  const lines = pagesOf(pdf!).join('').split('\n')
  const after = (label: string) => lines[lines.lastIndexOf(label) + 1]
  const due = formatRand(hasNothingDue(invoice) ? 0 : toCents(invoice.balance))
  expect(after('Total (ZAR)')).toBe(formatRand(toCents(invoice.amount)))
  if (invoice.vat) expect(after(`VAT ${invoice.vat.percent}%`)).toBe(`R${invoice.vat.amount}`)
  if (sumOf([invoice.paidAmount, invoice.creditedAmount]) > 0) expect(after('Balance due')).toBe(due)
  if (isOutstanding(invoice)) expect(after('Amount')).toBe(due)
  if (invoice.items.length > 0) expect(sumOf(invoice.items.map(({ amount }) => amount))).toBe(toCents(invoice.amount))
}

test(
  'lists, exports, statements and the PDFs of invoices agree after random work, and what was issued stays as it was',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 20 }), async (acts) => {
        const customer = await world.newCustomer('Karoo Mining', 2)
        const body = { pricePerLicense: '33.33', licenseLimit: 3, billingType: 'monthly' }
        const params = { id: customer.organizationId }
        await (await world.admin()).call(subscriptions.createSubscription, { params, body })
        const known = new Map<string, ReturnType<typeof fixedOf>>()
        const printed = new Map<string, string>()
        for (const one of acts) {
          const faults = (await perform(customer, one)).filter(({ status }) => status >= 500)
          expect(faults, JSON.stringify(one)).toEqual([])
          const owner = await customer.owner()
          for (const invoice of await expectPapersAgree(customer)) {
            const detail = (await owner.call(payments.read, { params: invoice })).body
            const fixed = fixedOf(detail)
            expect(fixed).toEqual(known.get(invoice.id) ?? fixed)
            known.set(invoice.id, fixed)
            const state = [detail.status, detail.paidAmount, detail.creditedAmount].join()
            if (printed.get(invoice.id) !== state) await expectPrinted(detail)
            printed.set(invoice.id, state)
          }
        }
      }),
      { numRuns: many(4), endOnFailure: true },
    )
  },
  many(120_000),
)
