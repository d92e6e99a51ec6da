import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { READ_ONLY, viewings } from '#contract/identity/viewings.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { needsUser } from '#server/platform/http/access.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { readEverything, type Values } from '#server/testing/support/leaks.ts'
import { app, db, pool, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'org_admin' })
const { organizationId, user } = customer
const license = await makeActiveLicense(db, { organizationId })
const invoice = await makeInvoice(db, { organizationId })
const ticket = await makeTicket(db, { organizationId, userId: user.id })
await makeMessage(db, ticket)
const document = await makeDocument(db)

const staff = await signIn({ role: 'admin' })
const { organizationId: foreign } = await signIn({ role: 'customer' })

const values: Values = {
  params: { id: [license.id, invoice.id, ticket.id, document.id, organizationId, foreign, user.id] },
  query: {
    search: [license.label, license.licenseKey.slice(9)],
    q: [license.label],
    status: ['active', 'issued', 'open'],
    format: ['csv'],
    organizationId: [organizationId, foreign],
    limit: ['1'],
    view: ['1'],
  },
}

/** Rows of every table that a write would change. Limits and sessions change by reading. */
async function countRows() {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('rate_limits', 'sessions', 'audit_log')`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const digests = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from "${name}" t`,
    )
    return [name, rows[0]?.digest]
  })
  return Object.fromEntries(await Promise.all(digests))
}

let own: Map<string, string>

beforeAll(async () => {
  own = await readEverything(customer, values)
  const { status } = await staff.call(viewings.start, { params: user, body: { reason: 'They see no invoice.' } })
  expect(status).toBe(201)
}, 120_000)

const writes = endpoints.filter(
  ([name, { method, config }]) => method !== 'GET' && needsUser(config.access) && name !== 'viewings.stop',
)

test('every write is refused, whatever it asks for, and changes nothing', async () => {
  expect(writes.length).toBeGreaterThan(100)
  const before = await countRows()
  const answers = []
  for (const [name, { method, url }] of writes)
    for (const id of [license.id, invoice.id, ticket.id, document.id, user.id, organizationId, randomUUID()]) {
      const { statusCode, body } = await app.inject({
        method,
        url: url.replaceAll(/:\w+/g, id),
        headers: { cookie: staff.cookie ?? '' },
        ...(method !== 'DELETE' && { payload: { reason: 'A reason', label: 'Changed', message: 'Hello' } }),
      })
      answers.push({ name, statusCode, message: String(Object(JSON.parse(body)).message) })
    }
  expect(answers.filter(({ statusCode, message }) => statusCode !== 403 || message !== READ_ONLY)).toEqual([])
  expect(await countRows()).toEqual(before)
}, 120_000)

const CLOSED = ['licenses.export', 'downloads.file', 'personalData.readOwn']

/** These differ in every call, or name the reader and the view. */
const CHANGING = ['account.sessions', 'audit.export', 'audit.list', 'licenseFiles.revocations', 'session.currentUser']

/** Status and body, without the headers. */
const plain = (answer: string) => answer.replace(/\n.*\n/, '\n')

test('every answer is the customer’s own, without license keys', async () => {
  const before = await countRows()
  const seen = await readEverything(staff, values)
  expect(seen.size).toBeGreaterThan(200)
  const hidden = license.licenseKey.replaceAll(/(?<=.{8})[^-]/g, '•')
  const others = [...seen].filter(([call, answer]) => {
    const mine = (own.get(call) ?? '').replaceAll(license.licenseKey, hidden)
    return plain(answer) !== plain(mine)
  })
  expect(new Set(others.map(([call]) => call.split(' ')[0]))).toEqual(new Set([...CHANGING, ...CLOSED]))
  const withKey = [...seen].filter(([, answer]) => answer.includes(license.licenseKey))
  expect(withKey.map(([call]) => call)).toEqual([])
  for (const [call, answer] of seen) if (CLOSED.includes(call.split(' ')[0] ?? '')) expect(answer).toContain(READ_ONLY)
  expect(await countRows()).toEqual(before)
}, 120_000)
