import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { SEED_PASSWORD, makeUser, type UserRow } from '#demo/rows/users.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/database.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { refusalStatuses } from '#server/operations/developers/document/answers.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { until } from '#server/testing/platform/server-process.ts'
import { TEMPLATE, databaseUrl } from './database-server.ts'
import { findLockViolations, watchLocks } from './lock-order.ts'

watchLocks()

/** This test file's own copy of the migrated database. */
export const testDatabaseUrl = await cloneDatabase()

export const PASSWORD = SEED_PASSWORD

export const config = {
  ...readConfig({ LOG_LEVEL: 'silent', DATA_DIR: mkdtempSync(path.join(tmpdir(), 'latchkey-files-')) }),
  // Twenty of them for people.
  databasePool: 37,
}
const { platform, close } = await openPlatform(config, { databaseUrl: testDatabaseUrl })
export { platform }
export const { db, pool } = platform
export const app = await buildApp(platform)
// Connections that already stand, so that tests that race really do race.
await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.02)')))

afterAll(async () => {
  // A connection that a test's client keeps is waited for until it has been idle for 45 seconds.
  app.server.closeAllConnections()
  await app.close()
  await close()
  await rm(config.dataDirectory, { recursive: true, force: true })
  expect(findLockViolations(), 'locks rows out of order (server/domain/lock-order.ts)').toEqual([])
  expect([...unlisted], 'refuses what the API document does not list (config.refuses)').toEqual([])
})

async function cloneDatabase() {
  const server = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name} template ${TEMPLATE}`)
  await client.end()
  return databaseUrl(server, name)
}

type Success<E extends Endpoint> = E['schema']['response'] extends
  | { 201: infer S extends z.core.$ZodType }
  | { 200: infer S extends z.core.$ZodType }
  ? z.output<S>
  : unknown

/** Untyped on purpose: tests send what is wrong, too. */
type Input = {
  /** A whole row will do: its id is taken from it. */
  params?: object
  query?: object
  body?: object | undefined
  headers?: Record<string, string>
}
export type Answer<Body> = {
  status: number
  body: Body
  message: string
  headers: Record<string, unknown>
  cookies: Cookie[]
}
type Cookie = { name: string; value: string }

const unlisted = new Set<string>()

function noteUnlisted(endpoint: Endpoint, status: number) {
  if (status < 400 || status >= 500 || refusalStatuses(endpoint).includes(status)) return
  unlisted.add(`${status} ${endpoint.method} ${endpoint.url}`)
}

/** A client with its own address, signed in if it has a cookie. */
export function caller({ cookie, ip = randomAddress() }: { cookie?: string; ip?: string } = {}) {
  return {
    ip,
    cookie,
    call: async <E extends Endpoint>(
      endpoint: E,
      { params, query, body, headers }: Input = {},
    ): Promise<Answer<Success<E>>> => {
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.url, params),
        remoteAddress: ip,
        headers: { ...(cookie && { cookie }), ...headers },
        ...(query && { query: { ...query } }),
        ...(body !== undefined && { payload: body }),
      })
      noteUnlisted(endpoint, response.statusCode)
      const answer =
        response.payload && response.headers['content-type']?.toString().includes('json')
          ? response.json()
          : response.payload
      return {
        status: response.statusCode,
        body: answer as Success<E>,
        message: (answer as { message?: string } | null)?.message ?? '',
        headers: response.headers,
        cookies: response.cookies as Cookie[],
      }
    },
  }
}

/** All at the same time. */
export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** The statuses of several answers, sorted, because their order is random. */
export const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

const addressOf = (url: string, params: object = {}) => {
  const values = new Map(Object.entries(params))
  return url.replace(/:(\w+)/g, (_match, name: string) => {
    const value: unknown = values.get(name)
    return encodeURIComponent(typeof value === 'string' ? value : '')
  })
}

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** A visitor without a session. */
export const stranger = () => caller()

type Options = { role?: Role; licenseLimit?: number | null; organizationId?: string | null }

/** A new organization with a subscription, and one of its users signed in. Staff belong to none. `licenseLimit: null`: no subscription. */
export async function signIn({ role = 'org_admin', licenseLimit = 5, organizationId }: Options = {}) {
  const staff = role === 'admin' || role === 'agent'
  const own = organizationId ?? (staff ? null : await newOrganization({ licenseLimit }))
  const user = await newUser({ role, organizationId: own })
  const token = await openSession(db, { userId: user.id, hours: 1, ip: null, userAgent: null })
  return {
    ...caller({ cookie: `__Host-session=${token}` }),
    user,
    /** '' for staff without an organization. */
    organizationId: own ?? '',
    colleague: (colleagueRole: Role) => signIn({ role: colleagueRole, organizationId: own }),
  }
}
export type Person = Awaited<ReturnType<typeof signIn>>

export async function newOrganization({
  licenseLimit = 5 as number | null,
  name = `Organization ${randomUUID()}`,
} = {}) {
  const { id } = await makeOrganization(db, { name, twelveMonthCents: 1_200_000 })
  if (licenseLimit !== null) await makeSubscription(db, { organizationId: id, licenseLimit })
  return id
}

/** An active user whose password is `PASSWORD`. */
export const newUser = (user: Partial<UserRow> & { role: Role }) => makeUser(db, user)

/** An instant that many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Rows by the ten thousand, on a connection without limits: a busy machine takes longer than the portal waits. */
export async function insertMany(statement: SQL) {
  const client = new pg.Pool({ connectionString: testDatabaseUrl, max: 1 })
  await openDatabase(client).execute(statement)
  await client.end()
}

/** A connection to this test's database waits for a row. */
export const untilOneWaits = () =>
  until(async () => {
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await db.execute(waits)).rows.length > 0
  })
