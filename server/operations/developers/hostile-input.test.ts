import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TOTAL_HEADER, type Endpoint } from '#contract/endpoint.ts'
import { ApiFailure } from '#contract/errors.ts'
import { isStaff, Role } from '#contract/roles.ts'
import { seedDemo } from '#demo/demo.ts'
import { only } from '#server/database/database.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { admits, needsUser } from '#server/platform/http/access.ts'
import { describedAnswers } from '#server/testing/operations/api-document.ts'
import { fits, inputsOf } from '#server/testing/operations/hostile-input.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { app, config, db, signIn, stranger } from '#server/testing/testing.ts'

await seedDemo(db, { ...config, demoPassword: 'a demo password' })

const rowsOf = async (statement: ReturnType<typeof sql>) => (await db.execute<{ name: string }>(statement)).rows

/** The customer with the most licenses. */
const organizationId = only(
  await rowsOf(sql`select organization_id as name from licenses group by 1 order by count(*) desc, 1 limit 1`),
).name
const ids = await readIds()

/** By table, most of them of the organization. */
async function readIds() {
  const tables = await rowsOf(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`)
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const table = sql.identifier(name)
    const rows = await rowsOf(sql`
      select id as name from ${table} as one
      order by coalesce(to_jsonb(one) ->> 'organization_id', id::text) = ${organizationId} desc, id limit 20`)
    if (rows.length > 0)
      found.set(
        name,
        rows.map((row) => row.name),
      )
  }
  return found
}

/** A call may end a session, so each call has its own. */
const people = new Map(
  await Promise.all(
    Role.options.map(async (role) => {
      const person = await signIn({ role, organizationId: isStaff(role) ? null : organizationId })
      return [role, person] as const
    }),
  ),
)

const everyId = [...ids.values()].flat()

/** Where the noun of an address is not the name of its table. */
const tables = new Map([
  ['attachments', 'ticket_attachments'],
  ['attachment', 'ticket_attachments'],
  ['customers', 'organizations'],
  ['deliveries', 'webhook_deliveries'],
  ['docs', 'documents'],
  ['downloads', 'versions'],
  ['files', 'versions'],
  ['members', 'users'],
  ['notes', 'customer_notes'],
  ['outbox', 'emails'],
  ['sign_ups', 'users'],
  ['views', 'inbox_views'],
  ['webhooks', 'webhook_endpoints'],
])

const idsIn =
  ({ url }: Endpoint) =>
  (field: string) => {
    const noun = field === 'id' ? (/([\w-]+)\/:id/.exec(url)?.[1] ?? '') : field.replace(/Ids?$/, 's')
    const table = noun.replaceAll(/-|(?=[A-Z])/g, '_').toLowerCase()
    return ids.get(tables.get(table) ?? table) ?? everyId
  }

const textsOf = (fields: unknown) =>
  new Map(
    Object.entries(Object(fields)).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [name, encodeURIComponent(text.toWellFormed())]
    }),
  )

async function send(endpoint: Endpoint, input: { params: unknown; query: unknown; body: unknown }, role: Role) {
  const params = textsOf(input.params)
  const query = [...textsOf(input.query)].map((pair) => pair.join('=')).join('&')
  const token = await openSession(db, { userId: people.get(role)!.user.id, hours: 1, ip: null, userAgent: null })
  return app.inject({
    method: endpoint.method,
    url: `${endpoint.url.replace(/:(\w+)/g, (_match, name: string) => params.get(name) ?? '')}?${query}`,
    remoteAddress: stranger().ip,
    headers: {
      cookie: `__Host-session=${token}`,
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
  })
}

/** Whether the reference describes the answer with the count of all rows. */
const isCounted = (endpoint: Endpoint) => JSON.stringify(describedAnswers(endpoint)[200]).includes('X-Total-Count')

/** Answers are streams without an end. */
const ENDLESS = /^\w+\.events$/

test.each(endpoints.filter(([name]) => !ENDLESS.test(name)))(
  '%s answers any input, or refuses it with a message [R-ERR-05]',
  { timeout: many(60_000) },
  async (_name, endpoint) => {
    const { access } = endpoint.config
    const roles = Role.options.filter((role) => !needsUser(access) || admits(access, role))
    const inputs = inputsOf(endpoint, idsIn(endpoint))
    const fitting = fc.sample(inputs, 50).find((input) => fits(endpoint, input))
    const examples = fitting ? { examples: [[fitting] as [typeof fitting]] } : {}
    for (const role of roles) {
      const check = fc.asyncProperty(inputs, async (input) => {
        const answer = await send(endpoint, input, role)
        expect(answer.statusCode, answer.payload).toBeLessThan(500)
        if (answer.statusCode === 200) expect(TOTAL_HEADER in answer.headers).toBe(isCounted(endpoint))
        if (answer.statusCode >= 400) expect(ApiFailure.parse(answer.json()).message).toMatch(/\S/)
      })
      await fc.assert(check, { numRuns: many(3), endOnFailure: true, ...examples })
    }
  },
)

test('some inputs fit nine of ten endpoints, so that they get past the contract', () => {
  const reached = endpoints.filter(([, endpoint]) => {
    const inputs = fc.sample(inputsOf(endpoint, idsIn(endpoint)), 200)
    return inputs.some((input) => fits(endpoint, input))
  })
  expect(reached.length / endpoints.length).toBeGreaterThan(0.9)
})
