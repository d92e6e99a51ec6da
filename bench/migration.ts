import { setTimeout as delay } from 'node:timers/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { applyMigrations } from '#server/database/migrate/apply-migrations.ts'
import { parseMigration } from '#server/database/migrate/migration-files.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { openSession } from '#server/identity/session/sessions.ts'
import { readDevices } from './benchmarks/devices.ts'
import { openBenchmarkDatabase } from './benchmark-database.ts'
import { serve } from './serve.ts'

// Usage: node bench/migration.ts 1000000. Adds a column with an index and a constraint to this many licenses while devices validate,
// licenses are created and a report runs: once like the portal, once with plain statements.

const CONNECTIONS = 16
/** A long report that locks the table. */
const REPORT_MS = 4000

const steps = (column: string) => [
  `alter table licenses add column ${column} text`,
  `alter table licenses add constraint ${column}_short check (length(${column}) < 100) not valid`,
  `alter table licenses validate constraint ${column}_short`,
  `create index concurrently if not exists licenses_${column} on licenses (${column}, id)`,
]

const size = { licenses: Number(process.argv[2] ?? 1_000_000), invoices: 1000, tickets: 1000, documents: 10 }
console.log(`Creating ${size.licenses} licenses …`)
const undo: (() => Promise<unknown>)[] = []
const database = await openBenchmarkDatabase(size, undo)
const settings = {
  DATABASE_URL: database.url,
  DATA_DIR: database.folder,
  TRUST_PROXY: '127.0.0.1,::1',
  WORKER: 'off',
}
let server: Awaited<ReturnType<typeof serve>>
try {
  server = await serve(path.resolve(import.meta.dirname, '..'), settings, undo)
  const send = await prepareRequests()
  await measure('no migration', send, () => delay(10_000))
  await measure('the portal’s migration', send, migrateUnderReport)
  await measure('plain statements in one transaction', send, migratePlainly)
} finally {
  for (const step of undo.toReversed()) await step()
}

/** Returns a sender: nine in ten requests validate a device, one creates a license. */
async function prepareRequests() {
  const found = await readDevices(database.db)
  const [owner] = await database.db.select().from(users).where(eq(users.role, 'org_admin')).limit(1)
  if (!owner?.organizationId) throw new Error('The benchmark database has no administrator')
  await database.db
    .update(subscriptions)
    .set({ licenseLimit: 1_000_000 })
    .where(eq(subscriptions.organizationId, owner.organizationId))
  const token = await openSession(database.db, { userId: owner.id, hours: 1, ip: null, userAgent: null })
  const cookie = `__Host-session=${token}`
  return (number: number) => {
    const device = found[number % found.length]
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${number % 250}.${(number >> 8) % 250}.7`,
    }
    if (number % 10 === 0)
      return fetch(server.url + licenses.create.url, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify({ label: `Bench ${number}` }),
      })
    const body = { licenseKey: device?.licenseKey, deviceFingerprint: device?.deviceFingerprint }
    return fetch(server.url + devices.validate.url, { method: 'POST', headers, body: JSON.stringify(body) })
  }
}

async function measure(what: string, send: (number: number) => Promise<Response>, work: () => Promise<unknown>) {
  const took: number[] = []
  const refused = new Map<number, number>()
  let isOver = false
  let number = 0
  const sendUntilOver = async () => {
    while (!isOver) {
      const started = performance.now()
      const status = await send(++number).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0,
      )
      took.push(performance.now() - started)
      if (status >= 400 || status === 0) refused.set(status, (refused.get(status) ?? 0) + 1)
    }
  }
  const senders = Array.from({ length: CONNECTIONS }, sendUntilOver)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await Promise.all(senders)
  took.sort((one, other) => one - other)
  const at = (part: number) => Math.round(took[Math.floor((took.length - 1) * part)] ?? 0)
  const failed = [...refused].map(([status, times]) => `${times} × ${status || 'no answer'}`).join(', ') || '0'
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${took.length} requests, failed ${failed}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  )
}

async function report() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  await client.query('select count(*) from licenses')
  await client.query('select pg_sleep($1)', [REPORT_MS / 1000])
  await client.query('commit')
  await client.end()
}

async function migrateUnderReport() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const reading = report()
  await delay(500)
  const text = steps('carefully').join(';--> statement-breakpoint\n')
  await applyMigrations(client, [parseMigration({ tag: '9000_carefully', when: 4_000_000_000_000 }, text)])
  await reading
  await client.end()
}

async function migratePlainly() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const reading = report()
  await delay(500)
  await client.query('begin')
  for (const statement of steps('plainly'))
    await client.query(statement.replace('concurrently if not exists ', '').replace(' not valid', ''))
  await client.query('commit')
  await reading
  await client.end()
}
