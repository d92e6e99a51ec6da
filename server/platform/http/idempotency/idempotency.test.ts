import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { STILL_RUNNING } from '#contract/errors.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { idempotencyKeys, rateLimits } from '#server/database/schema/platform.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { db, platform, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const create = (person: Person, key: string, label = 'Reception') =>
  person.call(licenses.create, { body: { label }, headers: { 'idempotency-key': key } })

const labelsOf = async (person: Person) => (await person.call(licenses.list)).body.map(({ label }) => label)

const isKept = (key: string) => db.$count(idempotencyKeys, eq(idempotencyKeys.key, key)).then((count) => count > 0)

/** Runs `between` while the organization is locked and a request with this key waits for the lock. */
async function whileWaiting<Result>(person: Person, key: string, between: (waiting: number) => Promise<Result>) {
  let first: ReturnType<typeof create> | undefined
  const result = await db.transaction(async (tx) => {
    await tx.select().from(organizations).where(eq(organizations.id, person.organizationId)).for('update')
    first = create(person, key)
    let waiting: number | undefined
    await until(async () => {
      const { rows } = await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0]?.pid
      return waiting !== undefined
    })
    return between(waiting!)
  })
  return { first: await first!, result }
}

test('nothing is done when its answer cannot be stored with it', async () => {
  const person = await signIn()
  const key = randomUUID()
  await db.execute(
    sql`alter table idempotency_keys add constraint refused check (key <> ${sql.raw(`'${key}'`)} or status_code is null)`,
  )
  expect((await create(person, key)).status).toBeGreaterThanOrEqual(400)
  expect(await labelsOf(person)).toEqual([])
  await db.execute(sql`alter table idempotency_keys drop constraint refused`)
  expect((await create(person, key)).status).toBe(201)
  expect(await labelsOf(person)).toEqual(['Reception'])
})

test('while the first request of a key runs, a second one is refused at once', async () => {
  const person = await signIn()
  const key = randomUUID()
  const { first, result } = await whileWaiting(person, key, () => create(person, key))
  expect([result.status, result.body]).toMatchObject([409, { code: STILL_RUNNING }])
  expect(first.status).toBe(201)
  expect((await create(person, key)).headers['idempotent-replayed']).toBe('true')
  expect(await labelsOf(person)).toEqual(['Reception'])
})

test('a request whose connection broke has left its key free, and says when to repeat it', async () => {
  const person = await signIn()
  const key = randomUUID()
  const { first } = await whileWaiting(person, key, (pid) => db.execute(sql`select pg_terminate_backend(${pid})`))
  expect([first.status, first.headers['retry-after']]).toEqual([503, '2'])
  expect((await create(person, key)).status).toBe(201)
  expect(await labelsOf(person)).toEqual(['Reception'])
})

test('a change and a removal whose answers were lost are repeated with their keys', async () => {
  const person = await signIn()
  const { body: license } = await create(person, randomUUID())
  const params = { id: license.id }
  const change = (label: string, version: string) =>
    person.call(licenses.change, { params, body: { label }, headers: { 'idempotency-key': key, 'if-match': version } })
  const key = randomUUID()
  const changed = await change('Front desk', license.updatedAt)
  const again = await change('Front desk', license.updatedAt)
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, changed.body, 'true'])
  expect((await change('Front desk', changed.body.updatedAt)).status).toBe(422)

  const remove = (headers: Record<string, string>) => person.call(licenses.remove, { params, headers })
  const other = { 'idempotency-key': randomUUID() }
  expect((await remove({ 'idempotency-key': key })).status).toBe(422)
  const removed = await remove(other)
  expect([removed.status, (await remove(other)).body]).toEqual([200, removed.body])
  expect((await remove({})).status).toBe(404)
})

test('a refusal is kept for its key, as any other answer', async () => {
  const person = await signIn({ licenseLimit: 1 })
  await create(person, randomUUID())
  const key = randomUUID()
  const refused = await create(person, key, 'One too many')
  expect([refused.status, await isKept(key)]).toEqual([409, true])
  const again = await create(person, key, 'One too many')
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([409, refused.body, 'true'])
})

test('a spent budget is not kept: the same key may try again once there is another', async () => {
  const person = await signIn()
  const headers = { 'idempotency-key': randomUUID() }
  const ask = () =>
    person.call(licenseRequests.create, {
      body: { additionalLicenses: 3, businessJustification: 'We open another branch.' },
      headers,
    })
  await platform.limits.spend('license request by user', person.user.id, 20)
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  const again = await ask()
  expect([again.status, again.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  await db.delete(rateLimits).where(eq(rateLimits.key, `license request by user:${person.user.id}`))
  expect((await ask()).status).toBe(201)
})

test('of simultaneous requests with one key one runs; the others get its answer or a 409', async () => {
  const person = await signIn({ licenseLimit: 100 })
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 16 }, () => create(person, key)))
  expect(statusesOf(answers).every((status) => status === 201 || status === 409)).toBe(true)
  expect(await labelsOf(person)).toEqual(['Reception'])
  const told = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(new Set(told).size).toBe(1)
})
