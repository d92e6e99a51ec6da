import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeLicense } from '#demo/rows/licenses.ts'
import { isLong } from './testing/platform/long-form.ts'
import { freePort, spawnServer, until } from './testing/platform/server-process.ts'
import { db, pool, signIn, testDatabaseUrl } from './testing/testing.ts'

/** The long form locks every table, for twelve seconds each. */
const TABLES = isLong ? await allTables() : ['tickets', 'sessions', 'check_ins']
const LOCKED_SECONDS = isLong ? 12 : 0
const READERS = 80
const PROBES = 4

/** The tables that a device's calls read or write. They must not wait for a lock on any other. */
const VALIDATE = ['licenses', 'organizations', 'subscriptions', 'check_ins', 'invoices']
const CHECK_IN = [...VALIDATE, 'versions', 'release_notes', 'objects', 'signing_keys']

async function allTables() {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const PORT = String(await freePort())
const origin = `http://localhost:${PORT}`

type TimedAnswer = { path: string; status: number; milliseconds: number; retryAfter: string | null }

async function ask(path: string, init: RequestInit = {}): Promise<TimedAnswer> {
  const asked = performance.now()
  const response = await fetch(origin + path, init)
  await response.arrayBuffer()
  const milliseconds = performance.now() - asked
  return { path, status: response.status, milliseconds, retryAfter: response.headers.get('retry-after') }
}

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A separate license and device for each probe, so that none reaches its limit. */
async function prepareDevices(organizationId: string) {
  const keys = []
  for (let count = 0; count < PROBES; count += 1) keys.push((await makeLicense(db, { organizationId })).licenseKey)
  return Promise.all(
    keys.map(async (licenseKey, index) => {
      const device = { deviceFingerprint: crypto.randomUUID(), deviceName: `PC-${index}`, deviceOs: 'Windows 11' }
      const activated = await fetch(`${origin}/api/device/activate`, post({ licenseKey, ...device }))
      const { deviceToken } = (await activated.json()) as { deviceToken: string }
      const { deviceFingerprint, ...about } = device
      return {
        validate: () => ask('/api/device/validate', post({ licenseKey, deviceFingerprint })),
        checkIn: () => ask('/api/device/check-in', post(about, { authorization: `Device ${deviceToken}` })),
      }
    }),
  )
}

/** Pages that people have open. Together they read every table that has rows of customers. */
async function prepareReaders() {
  const admin = await signIn({ role: 'admin' })
  const owner = await signIn({ licenseLimit: 1000 })
  const as = (cookie: string | undefined, paths: string[]) =>
    paths.map((path) => () => ask(path, { headers: { cookie: cookie ?? '' } }))
  const reads = [
    ...as(admin.cookie, ['/api/overview', '/api/tickets', '/api/admin/users', '/api/admin/organizations']),
    ...as(admin.cookie, ['/api/admin/billing/overview', '/api/audit', '/api/docs']),
    ...as(owner.cookie, [
      '/api/user',
      '/api/licenses',
      '/api/tickets',
      '/api/dashboard',
      '/api/billing',
      '/api/invoices',
    ]),
    ...as(owner.cookie, ['/api/downloads', '/api/enrollment-keys', '/api/license-requests', '/api/team/members']),
  ]
  return { reads, organizationId: owner.organizationId }
}

async function lock(table: string) {
  const client = new pg.Client({ connectionString: testDatabaseUrl })
  await client.connect()
  await client.query(`begin; lock table "${table}" in access exclusive mode`)
  return () => client.end()
}

const median = (times: TimedAnswer[]) =>
  times.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!

test(
  'a locked table stops only what reads it; devices and health checks do not notice',
  async () => {
    const server = spawnServer({ PORT, DATABASE_URL: testDatabaseUrl, WORKER: 'off' })
    onTestFinished(async () => void (await server.kill('SIGKILL')))
    await server.answers('/health/ready', 200)
    const { reads, organizationId } = await prepareReaders()

    async function measure(table?: string) {
      const devices = await prepareDevices(organizationId)
      const release = table ? await lock(table) : async () => {}
      const lockedUntil = Date.now() + LOCKED_SECONDS * 1000
      const answers: TimedAnswer[] = []
      let isOver = false
      const readers = Array.from({ length: READERS }, async (_, index) => {
        for (let turn = index; !isOver; turn += 1) answers.push(await reads[turn % reads.length]!())
      })
      const probes = {
        validate: [] as TimedAnswer[],
        checkIn: [] as TimedAnswer[],
        live: [] as TimedAnswer[],
        ready: [] as TimedAnswer[],
      }
      await until(async () => answers.length > 0 || table !== undefined)
      for (const { validate, checkIn } of devices) {
        probes.validate.push(await validate())
        probes.checkIn.push(await checkIn())
        probes.live.push(await ask('/health/live'))
        probes.ready.push(await ask('/health/ready'))
      }
      await until(async () => answers.length >= READERS && Date.now() >= lockedUntil)
      isOver = true
      await Promise.all(readers)
      await release()
      return { answers, probes }
    }

    const unlocked = await measure()
    for (const table of TABLES) {
      const { answers, probes } = await measure(table)
      const needs = { validate: VALIDATE.includes(table), checkIn: CHECK_IN.includes(table), live: false, ready: false }
      for (const [name, times] of Object.entries(probes) as [keyof typeof probes, TimedAnswer[]][]) {
        if (needs[name]) answers.push(...times)
        else {
          expect([table, name, ...times.map(({ status }) => status)]).toEqual([table, name, ...times.map(() => 200)])
          expect(median(times), `${name} while ${table} is locked`).toBeLessThan(
            10 * Math.max(10, median(unlocked.probes[name])),
          )
        }
      }
      const wrong = answers.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter))
      expect([table, wrong]).toEqual([table, []])
      expect([table, answers.filter(({ milliseconds }) => milliseconds >= 10_000)]).toEqual([table, []])
    }
  },
  TABLES.length * 60_000,
)
