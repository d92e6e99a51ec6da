import { expect, test } from 'vitest'
import { formatRand } from '#contract/money.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import type { Account } from './actions.ts'
import { runningBalance } from './lines.ts'
import { printStatement } from './pdf.ts'

const vendor = {
  name: 'Example Software (Pty) Ltd',
  address: '1 Example Street, Cape Town',
  vatNumber: '4987654321',
  bankDetails: 'Example Bank, account 1234567890',
}
const ages = { current: 0, days30: 0, days60: 0, days90: 0, older: 0 }

const invoice = (place: number) => ({
  second: '2027-03-05 10:00:00+00',
  place: 1,
  id: String(place),
  kind: 'invoice' as const,
  day: '2027-03-05',
  cents: '100000',
  invoiceNumber: `INV-2027-${String(place).padStart(5, '0')}`,
  dueDate: '2027-04-01',
  isReturn: false,
  toStatus: 'issued' as const,
  reference: null,
  receivedOn: null,
})

const account = (lines: number, facts: Partial<Account> = {}): Account => ({
  holder: { name: 'Acme Mining', address: '12 Shaft Road\nBoksburg', vatNumber: '4123456789' },
  from: '2027-03-01',
  to: '2027-03-31',
  opening: 50_000,
  accountBalance: { ages: { ...ages, current: lines * 100_000, days30: 50_000 }, credit: 0 },
  lines: Array.from({ length: lines }, (_, place) => invoice(place)).flatMap(runningBalance(50_000)),
  ...facts,
})

const linesOf = async (printed: Account, seller: Parameters<typeof printStatement>[1] = vendor) =>
  pagesOf(await printStatement(printed, seller))
    .join('')
    .split('\n')

test('a statement shows both parties, its days, every line, ageing and how to pay', async () => {
  const lines = await linesOf(account(1))
  for (const particular of [
    'Statement',
    vendor.name,
    'VAT number 4987654321',
    'Acme Mining',
    '12 Shaft Road',
    'VAT number 4123456789',
    'Mar 01, 2027',
    'Opening balance',
    'R500.00',
    'Invoice, due Apr 01, 2027',
    'INV-2027-00000',
    'R1000.00',
    'Mar 31, 2027',
    'Closing balance',
    'R1500.00',
    'Outstanding on March 31, 2027',
    'Not yet due',
    '1–30 days overdue',
    '31–60 days',
    '61–90 days',
    'Over 90 days',
    'Payment by EFT',
    vendor.bankDetails,
    'the number of the invoice',
  ]) {
    expect(lines).toContain(particular)
  }
})

test('a statement without a balance says so, shows the credit and asks for no payment', async () => {
  const lines = await linesOf(account(0, { opening: -2500, accountBalance: { ages, credit: 2500 } }))
  expect(lines).toContain('Nothing outstanding.')
  expect(lines).toContain('−R25.00')
  expect(lines).toContain('R25.00 is kept as credit for the next invoice.')
  expect(lines).not.toContain('Payment by EFT')
})

test('credit that was refunded before its payment was reversed is outstanding, and explains the closing balance', async () => {
  const lines = await linesOf(account(0, { opening: 50, accountBalance: { ages, credit: -50 } }))
  expect(lines.filter((line) => line === 'R0.50').length).toBeGreaterThan(1)
  expect(lines.join(' ')).toContain(
    'R0.50 of refunded credit is outstanding, because the payment it came from was reversed.',
  )
  expect(lines).not.toContain('Nothing outstanding.')
  expect(lines).toContain('Payment by EFT')
})

test.each([10_000_050, 1_234_567_850, 99_999_999_999_999])('an amount of %i cents is on one line', async (cents) => {
  const line = (change: number) => runningBalance(-cents - 1)({ ...invoice(0), cents: String(change) })
  const opening = -99_999_999_999_999
  const printed = account(0, {
    opening,
    lines: [line(cents), line(-cents)].flat(),
    accountBalance: { ages, credit: 1 },
  })
  const lines = await linesOf(printed)
  expect(lines.filter((each) => each === formatRand(cents))).toHaveLength(2)
  expect(lines).toContain(formatRand(opening))
})

test('a vendor without bank details asks for no payment by EFT', async () => {
  expect(await linesOf(account(1), { ...vendor, bankDetails: undefined })).not.toContain('Payment by EFT')
})

test('a hundred lines go over pages that each have the heads and their number, and none is lost', async () => {
  const printed = account(100)
  const pages = pagesOf(await printStatement(printed, vendor))
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}\n`)
    if (page.includes('INV-')) expect(page).toContain('Charged\nCredited\nBalance\n')
  })
  const lines = pages.join('').split('\n')
  for (const { reference } of printed.lines) expect(lines.filter((line) => line === reference)).toHaveLength(1)
})

test('the same account gives the same bytes, also while others are printed', async () => {
  const print = () => printStatement(account(60), vendor)
  const [one, other] = await Promise.all([print(), print()])
  expect(one.equals(other)).toBe(true)
})
