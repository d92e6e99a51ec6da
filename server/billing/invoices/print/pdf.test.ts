import { expect, test } from 'vitest'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { printInvoice } from './pdf.ts'
import type { InvoicePrint, Vendor } from './printed-invoice.ts'

const vendor: Vendor = {
  name: 'Example Software (Pty) Ltd',
  address: '1 Example Street, Cape Town',
  vatNumber: '4987654321',
  bankDetails: 'Example Bank, account 1234567890',
}
const invoice: InvoicePrint = {
  invoiceNumber: 'INV-2026-00042',
  status: 'issued',
  amountCents: 998_000,
  paidCents: 0,
  creditedCents: 0,
  vatBasisPoints: 1500,
  notes: null,
  createdAt: '2026-03-05T10:00:00.000Z',
  issueDay: '2026-03-05',
  dueDay: '2026-03-19',
  paidDay: null,
  firstDay: null,
  lastDay: null,
  recipient: { name: 'Acme Mining', address: '12 Shaft Road\nBoksburg', vatNumber: '4123456789' },
  items: [{ description: 'Standard Plan, seats', quantity: 40, amountCents: 998_000 }],
}

const print = async (facts: Partial<InvoicePrint> = {}, seller = vendor) =>
  pagesOf(await printInvoice({ ...invoice, ...facts }, seller))
const linesOf = (pages: string[]) => pages.join('').split('\n')

test('a tax invoice has every particular the law asks for', async () => {
  const lines = linesOf(await print())
  for (const particular of [
    'Tax Invoice',
    vendor.name,
    vendor.address,
    'VAT number 4987654321',
    'Acme Mining',
    '12 Shaft Road',
    'Boksburg',
    'VAT number 4123456789',
    'INV-2026-00042',
    'Mar 05, 2026',
    'Mar 19, 2026',
    'Standard Plan, seats',
    '40',
    'R8678.26',
    'VAT 15%',
    'R1301.74',
    'Total (ZAR)',
    'R9980.00',
    'Reference',
    'Unit price',
    'R249.50',
  ]) {
    expect(lines).toContain(particular)
  }
})

test.each([
  ['a vendor without a VAT number', {}, { ...vendor, vatNumber: undefined }],
  ['an invoice made before there was one', { vatBasisPoints: 0 }, vendor],
])('%s charges no VAT and calls it no tax invoice', async (_who, facts, seller) => {
  const lines = linesOf(await print(facts, seller))
  expect(lines).toContain('Invoice')
  expect(lines).toContain('R9980.00')
  expect(lines.join('\n')).not.toMatch(/Tax Invoice|VAT 15|excluding/)
})

test('one that does not say its rate contains today’s', async () => {
  expect(linesOf(await print({ vatBasisPoints: null }))).toContain('R1301.74')
})

test.each([
  ['paid', 'PAID Mar 18, 2026', '2026-03-18'],
  ['void', 'VOID', null],
  ['cancelled', 'CANCELLED', null],
  ['draft', 'DRAFT', null],
] as const)('one that is %s bears a stamp', async (status, stamp, paidDay) => {
  const lines = linesOf(await print({ status, paidDay }))
  expect(lines).toContain(stamp)
  expect(lines.includes('Payment by EFT'), 'how to pay, while there is something to pay').toBe(status === 'draft')
})

test('payments and credits are printed below the total, with the balance and how to pay it', async () => {
  const lines = await print({ paidCents: 400_000, creditedCents: 8000 }).then(linesOf)
  const from = lines.indexOf('Total (ZAR)')
  expect(lines.slice(from, from + 8)).toEqual([
    'Total (ZAR)',
    'R9980.00',
    'Paid',
    '−R4000.00',
    'Credited',
    '−R80.00',
    'Balance due',
    'R5900.00',
  ])
  expect(lines).toContain('Payment by EFT')
})

test('a line whose amount is not a whole price per piece has no unit price', async () => {
  const items = [{ description: '3 seats added on Mar 10, 2026', quantity: 3, amountCents: 10_000 }]
  const lines = linesOf(await print({ items, amountCents: 10_000 }))
  const from = lines.indexOf('3 seats added on Mar 10, 2026')
  expect(lines.slice(from - 2, from)).toEqual(['3', 'R100.00'])
})

test('each payment detail has a line, and the vendor can be reached', async () => {
  const bankDetails = 'Bank: Example Bank\nAccount number: 62000123456'
  const contact = 'Questions about this invoice? Write to sales@example.com.'
  const lines = linesOf(await print({}, { ...vendor, bankDetails, contact }))
  const from = lines.indexOf('Payment by EFT')
  expect(lines.slice(from + 1, from + 9)).toEqual([
    'Amount',
    'R9980.00',
    'Reference',
    'INV-2026-00042',
    'Bank',
    'Example Bank',
    'Account number',
    '62000123456',
  ])
  expect(lines).toContain(contact)
})

test('the payment details have a QR code, unless they are too long for a readable one', async () => {
  const lines = async (count: number) =>
    linesOf(await print({}, { ...vendor, bankDetails: 'Bank: Example\n'.repeat(count) }))
  expect(await lines(3)).toContain('Scan for these details')
  const long = await lines(40)
  expect(long.filter((line) => line === 'Example')).toHaveLength(40)
  expect(long).not.toContain('Scan for these details')
})

test('payment details that do not fit below the lines start on a new page as a whole', async () => {
  const items = Array.from({ length: 16 }, () => ({ description: 'Seats', quantity: 1, amountCents: 100 }))
  const bankDetails = 'Bank: Example Bank\nAccount number: 62000123456'
  const pages = await print({ items }, { ...vendor, bankDetails })
  const [details] = pages.filter((page) => page.includes('Payment by EFT'))
  expect(pages).toHaveLength(2)
  expect(details).toContain('62000123456')
  expect(details).toContain('We never change our bank details by email.')
})

test('an invoice without payments has no balance beside its total', async () => {
  const text = linesOf(await print()).join('\n')
  expect(text).not.toMatch(/Paid|Credited|Balance due/)
})

test.each(['void', 'paid'] as const)(
  'an invoice credited in full that is %s says so and has no balance',
  async (status) => {
    const paidDay = status === 'paid' ? '2026-03-18' : null
    const lines = linesOf(await print({ status, paidDay, creditedCents: 998_000 }))
    expect(lines).toContain('CREDITED')
    expect(lines.slice(lines.indexOf('Balance due')).slice(0, 2)).toEqual(['Balance due', 'R0.00'])
    expect(lines.join('\n')).not.toMatch(/PAID|VOID|Payment by EFT/)
  },
)

test('a renewal says which days it bills, and what leaves is below 0', async () => {
  const items = [{ description: '-2 seats from Jul 01, 2027', quantity: 2, amountCents: -120_000 }]
  const lines = linesOf(await print({ firstDay: '2027-07-01', lastDay: '2027-07-31', items }))
  expect(lines).toContain('Jul 01, 2027 to Jul 31, 2027')
  expect(lines).toContain('−R1200.00')
})

test('names of every Latin alphabet are printed, not replaced', async () => {
  const name = 'Łódź Żelazo Müller Şahin İpek Nguyễn Čapek Ōkami Þór €'
  const text = (await print({ recipient: { ...invoice.recipient, name } })).join('').replace(/\s+/g, ' ')
  expect(text).toContain(name)
})

test('fifty lines go over pages that each have the column heads and their number', async () => {
  const description =
    'A seat of the plan, described at such length that it does not fit on a single line of the invoice'
  const items = Array.from({ length: 50 }, (_, index) => ({ description, quantity: index + 1000, amountCents: 100 }))
  const pages = await print({ items, invoiceNumber: 'W'.repeat(60) })
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}\n`)
    if (page.includes('A seat')) expect(page).toContain('Description\nQuantity\nUnit price\nAmount incl. VAT\n')
  })
  const lines = linesOf(pages)
  for (const { quantity } of items) expect(lines.filter((line) => line === String(quantity))).toHaveLength(1)
})

test('the notes of an invoice are printed below its total, however long, and before how to pay', async () => {
  const words = Array.from({ length: 1500 }, (_, index) => `word${index}`)
  const pages = await print({ notes: `Your order PO-4711\n${words.join(' ')}` })
  const text = pages.join('').replaceAll('\n', ' ')
  expect(text).toMatch(/Total \(ZAR\) .*Notes Your order PO-4711 word0 .*Payment by EFT/)
  expect(words.filter((word) => !text.includes(`${word} `))).toEqual([])
})

test('a description longer than a page flows on, and nothing of it is lost', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
  const pages = await print({ items: [{ description: words.join(' '), quantity: 1, amountCents: 1 }] })
  const text = pages.join('').replaceAll('\n', ' ')
  expect(pages.length).toBeGreaterThan(2)
  expect(words.filter((word) => !text.includes(word))).toEqual([])
  expect(text).toContain('Total (ZAR)')
})

test('the same invoice gives the same bytes', async () => {
  expect((await printInvoice(invoice, vendor)).equals(await printInvoice(invoice, vendor))).toBe(true)
})
