import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { statements } from '#contract/billing/statements.ts'
import { book, issue } from '#server/testing/billing/statements.ts'
import { pagesOf } from '#server/testing/platform/pdf.ts'
import { app, insertMany, platform, signIn, stranger, type Person } from '#server/testing/testing.ts'

const YEAR = { from: '2027-01-01', to: '2027-12-31' }

const csv = async (person: Person, days = YEAR) => {
  const { body } = await person.call(statements.download, { query: { ...days, format: 'csv' } })
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
}

const pdf = async ({ cookie = '', ip }: Pick<Person, 'cookie' | 'ip'>, headers = {}) =>
  app.inject({
    url: statements.download.url,
    query: { ...YEAR, format: 'pdf' },
    remoteAddress: ip,
    headers: { cookie, ...headers },
  })

test('the CSV has every line between opening and closing; no text is a formula, and an amount below 0 is a number', async () => {
  const owner = await signIn()
  const old = await issue(owner, { moment: '2026-12-05', amountCents: 10_000 })
  await book(old, 25_000, { moment: '2026-12-09' })
  await book(old, -15_000, { moment: '2026-12-09', kind: 'credit_kept' })
  const invoice = await issue(owner, { moment: '2027-01-05', amountCents: 5050, dueDate: '2027-01-20' })
  await book(invoice, 5050, { moment: '2027-01-09', reference: '=HYPERLINK("http://evil")' })
  expect(await csv(owner)).toEqual([
    'Date,Description,Reference,Charged,Credited,Balance',
    '2027-01-01,Opening balance,,,,-150.00',
    `2027-01-05,"Invoice, due Jan 20, 2027",${invoice.invoiceNumber},50.50,,-99.50`,
    `2027-01-09,Payment for ${invoice.invoiceNumber},"'=HYPERLINK(""http://evil"")",,50.50,-150.00`,
    '2027-12-31,Closing balance,,,,-150.00',
  ])
})

test('both files are named after whose they are and their days', async () => {
  const owner = await signIn()
  const admin = await signIn({ role: 'admin' })
  for (const format of ['pdf', 'csv']) {
    const { status, headers } = await admin.call(statements.downloadOf, {
      params: { id: owner.organizationId },
      query: { ...YEAR, format },
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(
      new RegExp(`filename="Statement Organization [-\\w]+ 2027-01-01 to 2027-12-31.${format}"`),
    )
  }
})

test('the PDF says what the screen says, and is not sent twice', async () => {
  const owner = await signIn()
  const invoice = await issue(owner, { moment: '2027-01-05', amountCents: 5050 })
  const first = await pdf(owner)
  const text = pagesOf(first.rawPayload).join('')
  expect(text).toContain(`${invoice.invoiceNumber}\n`)
  expect(text).toContain('R50.50')
  expect((await pdf(owner, { 'if-none-match': first.headers.etag })).statusCode).toBe(304)
})

test('who may not read an account may not download it', async () => {
  const owner = await signIn()
  const agent = await signIn({ role: 'agent' })
  const query = { ...YEAR, format: 'csv' }
  const params = { id: owner.organizationId }
  const refused = [
    await stranger().call(statements.download, { query }),
    await agent.call(statements.download, { query }),
    await agent.call(statements.downloadOf, { params, query }),
    await owner.call(statements.downloadOf, { params, query }),
    await (await signIn({ role: 'admin' })).call(statements.downloadOf, { params: { id: crypto.randomUUID() }, query }),
    await owner.call(statements.download, { query: { ...query, format: 'xlsx' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 404, 403, 403, 404, 400])
})

test('ten thousand lines come whole as CSV; a screen and a PDF ask for fewer days', async () => {
  const owner = await signIn()
  const lines = 10_001
  await insertMany(sql`
    with made as (
      insert into invoices (organization_id, invoice_number, amount_cents, due_date, created_at)
      select ${owner.organizationId}, 'MANY-' || n || ${owner.organizationId}::text, 100, '2027-12-31', '2027-02-01'::timestamptz + n * interval '20 minutes'
      from generate_series(1, ${lines}) n
      returning id, organization_id, created_at
    )
    insert into invoice_status_changes (organization_id, invoice_id, to_status, created_at)
    select organization_id, id, 'issued', created_at from made`)
  const file = await csv(owner)
  expect(file).toHaveLength(lines + 3)
  expect(new Set(file.map((line) => line.split(',').at(-1))).size).toBe(lines + 2)
  expect(file.at(-1)).toBe(`2027-12-31,Closing balance,,,,${lines}.00`)
  for (const answer of [
    await owner.call(statements.read, { query: YEAR }),
    await owner.call(statements.download, { query: { ...YEAR, format: 'pdf' } }),
  ]) {
    expect([answer.status, answer.message]).toEqual([
      400,
      'There are more than 2000 lines in this period. Choose a shorter one, or download the CSV.',
    ])
  }
})

test('one person cannot keep the server busy with printing; a colleague still gets the statement', async () => {
  const owner = await signIn()
  await issue(owner, { moment: '2027-01-05' })
  await platform.limits.spend('printed document by user', owner.user.id, 120)
  expect((await pdf(owner)).statusCode).toBe(429)
  expect((await pdf(await owner.colleague('customer'))).statusCode).toBe(200)
})
