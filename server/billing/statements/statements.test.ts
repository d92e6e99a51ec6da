import { expect, test } from 'vitest'
import { statements } from '#contract/billing/statements.ts'
import { book, credit, issue, move, read, refund } from '#server/testing/billing/statements.ts'
import { signIn, stranger } from '#server/testing/testing.ts'

const YEAR = { from: '2027-01-01', to: '2027-12-31' }

test('a quarter shows the opening balance, each invoice and payment, and the closing balance', async () => {
  const owner = await signIn()
  const old = await issue(owner, { moment: '2026-12-05', amountCents: 10_000, dueDate: '2026-12-20' })
  await book(old, 4000, { moment: '2026-12-18' })
  const march = await issue(owner, {
    moment: '2027-03-05',
    amountCents: 120_050,
    invoiceNumber: 'Q-2027-1',
    dueDate: '2027-04-05',
  })
  await book(old, 6000, { moment: '2027-03-06', reference: 'EFT 123' })
  const note = await credit(march, 20_050, '2027-03-31 23:59')
  await book(march, 100_000, { moment: '2027-04-01 00:01' })

  const statement = await read(owner, '2027-01-01', '2027-03-31')
  expect(statement).toEqual({
    organizationName: expect.stringMatching(/^Organization /),
    from: '2027-01-01',
    to: '2027-03-31',
    opening: '60.00',
    lines: [
      {
        day: '2027-03-05',
        kind: 'invoice',
        reference: 'Q-2027-1',
        description: 'Invoice, due Apr 05, 2027',
        charged: '1200.50',
        credited: '0.00',
        balance: '1260.50',
      },
      {
        day: '2027-03-06',
        kind: 'payment',
        reference: 'EFT 123',
        description: `Payment for ${old.invoiceNumber}`,
        charged: '0.00',
        credited: '60.00',
        balance: '1200.50',
      },
      {
        day: '2027-03-31',
        kind: 'credit_note',
        reference: note.creditNoteNumber,
        description: 'Credit note for Q-2027-1',
        charged: '0.00',
        credited: '200.50',
        balance: '1000.00',
      },
    ],
    charged: '1200.50',
    credited: '260.50',
    closing: '1000.00',
    ageing: { current: '1000.00', days30: '0.00', days60: '0.00', days90: '0.00', older: '0.00' },
    credit: '0.00',
  })
  expect(await read(owner, '2027-04-01', '2027-04-30')).toMatchObject({ opening: '1000.00', closing: '0.00' })
})

test('outstanding amounts are grouped by days overdue', async () => {
  const owner = await signIn()
  const dues = [
    '2027-06-30',
    '2027-06-29',
    '2027-05-31',
    '2027-05-30',
    '2027-05-01',
    '2027-04-30',
    '2027-04-01',
    '2027-03-31',
  ]
  for (const [index, dueDate] of dues.entries())
    await issue(owner, { moment: '2027-01-05', dueDate, amountCents: 10 ** index })
  const { ageing, closing } = await read(owner, '2027-06-01', '2027-06-30')
  expect(ageing).toEqual({
    current: '0.01',
    days30: '1.10',
    days60: '110.00',
    days90: '11000.00',
    older: '100000.00',
  })
  expect(closing).toBe('111111.11')
})

test('a voided invoice leaves the account with its balance, and can be reinstated', async () => {
  const owner = await signIn()
  const invoice = await issue(owner, { moment: '2027-02-01', amountCents: 50_000, dueDate: '2027-02-15' })
  await credit(invoice, 10_000, '2027-02-03')
  await move(invoice, { from: 'issued', to: 'overdue', moment: '2027-02-16' })
  await move(invoice, { from: 'overdue', to: 'void', moment: '2027-02-20' })
  await move(invoice, { from: 'void', to: 'issued', moment: '2027-02-25' })
  await move(invoice, { from: 'issued', to: 'draft', moment: '2027-02-26' })
  const { lines, closing } = await read(owner, YEAR.from, YEAR.to)
  expect(lines.map(({ description, charged, credited }) => [description, charged, credited])).toEqual([
    ['Invoice, due Feb 15, 2027', '500.00', '0.00'],
    [`Credit note for ${invoice.invoiceNumber}`, '0.00', '100.00'],
    ['Invoice voided', '0.00', '400.00'],
    ['Invoice reinstated, due Feb 15, 2027', '400.00', '0.00'],
    ['Invoice withdrawn', '0.00', '400.00'],
  ])
  expect(closing).toBe('0.00')
})

test('an invoice that was credited in full before it became void is one line less, not two', async () => {
  const owner = await signIn()
  const invoice = await issue(owner, { moment: '2027-02-01', amountCents: 50_000 })
  await credit(invoice, 50_000, '2027-02-03')
  await move(invoice, { from: 'issued', to: 'void', moment: '2027-02-03' })
  const { lines, closing } = await read(owner, YEAR.from, YEAR.to)
  expect(lines.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
  expect(closing).toBe('0.00')
})

test('a draft is on no account until it is issued', async () => {
  const owner = await signIn()
  const draft = await issue(owner, { moment: '2027-01-10', status: 'draft', amountCents: 7000 })
  expect(await read(owner, YEAR.from, YEAR.to)).toMatchObject({ lines: [], closing: '0.00' })
  await move(draft, { from: 'draft', to: 'issued', moment: '2027-02-10' })
  const { lines } = await read(owner, YEAR.from, YEAR.to)
  expect(lines).toMatchObject([{ day: '2027-02-10', charged: '70.00' }])
})

test('a draft that was canceled before its issue is issued, not reinstated', async () => {
  const owner = await signIn()
  const draft = await issue(owner, { moment: '2027-01-10', status: 'draft', amountCents: 7000, dueDate: '2027-03-01' })
  await move(draft, { from: 'draft', to: 'cancelled', moment: '2027-02-01' })
  await move(draft, { from: 'cancelled', to: 'issued', moment: '2027-02-10' })
  const { lines } = await read(owner, YEAR.from, YEAR.to)
  expect(lines).toMatchObject([{ description: 'Invoice, due Mar 01, 2027', charged: '70.00' }])
})

test('an invoice that was set back to draft for a correction is reinstated', async () => {
  const owner = await signIn()
  const invoice = await issue(owner, { moment: '2027-01-10', amountCents: 7000, dueDate: '2027-03-01' })
  await move(invoice, { from: 'issued', to: 'draft', moment: '2027-02-01' })
  await move(invoice, { from: 'draft', to: 'issued', moment: '2027-02-02' })
  const { lines } = await read(owner, YEAR.from, YEAR.to)
  expect(lines.map(({ description }) => description)).toEqual([
    'Invoice, due Mar 01, 2027',
    'Invoice withdrawn',
    'Invoice reinstated, due Mar 01, 2027',
  ])
})

test('what was paid too much is credit: kept and used it moves nothing, paid out it does', async () => {
  const owner = await signIn()
  const first = await issue(owner, { moment: '2027-01-05', amountCents: 10_000 })
  await book(first, 15_000, { moment: '2027-01-10' })
  await book(first, -5000, { moment: '2027-01-10', kind: 'credit_kept' })
  expect(await read(owner, YEAR.from, '2027-01-31')).toMatchObject({ closing: '-50.00', credit: '50.00' })
  const second = await issue(owner, { moment: '2027-02-05', amountCents: 3000 })
  await book(second, 3000, { moment: '2027-02-05', kind: 'credit_used' })
  await refund(owner, 2000, '2027-03-01')
  const { lines, closing, credit: left } = await read(owner, '2027-02-01', YEAR.to)
  expect(lines.map(({ kind, charged, balance, reference }) => [kind, charged, balance, reference])).toEqual([
    ['invoice', '30.00', '-20.00', second.invoiceNumber],
    ['refund', '20.00', '0.00', 'REFUND 1'],
  ])
  expect([closing, left]).toEqual(['0.00', '0.00'])
})

test('a late posting leaves earlier statements unchanged and shows when the money arrived', async () => {
  const owner = await signIn()
  const invoice = await issue(owner, { moment: '2027-01-05', amountCents: 10_000 })
  const january = await read(owner, '2027-01-01', '2027-01-31')
  await book(invoice, 10_000, { moment: '2027-02-03', receivedOn: '2027-01-29' })
  await book(invoice, -10_000, { moment: '2027-02-07', kind: 'reversal' })
  expect(await read(owner, '2027-01-01', '2027-01-31')).toEqual(january)
  expect((await read(owner, '2027-02-01', '2027-02-28')).lines).toMatchObject([
    { day: '2027-02-03', description: `Payment for ${invoice.invoiceNumber}, received Jan 29, 2027`, balance: '0.00' },
    { day: '2027-02-07', description: `Payment for ${invoice.invoiceNumber} reversed`, balance: '100.00' },
  ])
})

test('an invoice that is paid on issue is listed before its payment', async () => {
  const owner = await signIn()
  const draft = await issue(owner, { moment: '2027-01-05', status: 'draft', amountCents: 10_000 })
  await book(draft, 10_000, { moment: '2027-01-09 10:00:00.100' })
  await move(draft, { from: 'draft', to: 'paid', moment: '2027-01-09 10:00:00.105' })
  const { lines } = await read(owner, YEAR.from, YEAR.to)
  expect(lines.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['invoice', '100.00'],
    ['payment', '0.00'],
  ])
})

test('only users of an organization read its account, and admins read all', async () => {
  const owner = await signIn()
  const [other, admin, agent] = [await signIn(), await signIn({ role: 'admin' }), await signIn({ role: 'agent' })]
  await issue(owner, { moment: '2027-01-05', amountCents: 10_000 })
  const params = { id: owner.organizationId }
  expect((await read(await owner.colleague('customer'), YEAR.from, YEAR.to)).closing).toBe('100.00')
  expect((await read(other, YEAR.from, YEAR.to)).closing).toBe('0.00')
  expect((await admin.call(statements.readOf, { params, query: YEAR })).body.closing).toBe('100.00')
  const refused = [
    await stranger().call(statements.read, { query: YEAR }),
    await admin.call(statements.read, { query: YEAR }),
    await agent.call(statements.read, { query: YEAR }),
    await agent.call(statements.readOf, { params, query: YEAR }),
    await owner.call(statements.readOf, { params, query: YEAR }),
    await admin.call(statements.readOf, { params: { id: crypto.randomUUID() }, query: YEAR }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 404, 404, 403, 403, 404])
})

test.each([
  ['no days', {}, 'Must be a date like 2025-03-05'],
  ['a day that is none', { from: '2027-02-30', to: '2027-03-01' }, 'Must be a date like 2025-03-05'],
  [
    'the days the wrong way round',
    { from: '2027-03-02', to: '2027-03-01' },
    'The first day must not be after the last.',
  ],
  ['a hundred years', { from: '1927-03-02', to: '2027-03-01' }, 'A statement covers at most ten years.'],
])('%s are refused', async (_what, query, message) => {
  const owner = await signIn()
  const answer = await owner.call(statements.read, { query })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain(message)
})

test.each(['0001-01-01', '9999-12-31'])('%s is a day like any other', async (day) => {
  expect(await read(await signIn(), day, day)).toMatchObject({ opening: '0.00', lines: [], closing: '0.00' })
})
