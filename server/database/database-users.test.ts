import { readFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { jobs, type JobState } from '#contract/operations/jobs.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { SEED_PASSWORD, makeUser } from '#demo/rows/users.ts'
import { freePort, spawnServer, until } from '#server/testing/platform/server-process.ts'
import { openDatabase, openPool } from './database.ts'

// Starts programs and a server, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const root = path.resolve(import.meta.dirname, '../..')

/** The URL of this run's PostgreSQL for another user and database. */
function addressOf(user: string, database: string) {
  const url = new URL(inject('databaseServer'))
  url.username = user
  url.pathname = `/${database}`
  return url.href
}

async function query(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** Runs a command like an operator. */
const run = (command: string, env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(root, 'server/commands', `${command}.ts`), ...args], {
    env: { ...process.env, PUBLIC_URL: 'https://portal.example.com', ...env },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )

/** The statements of docs/operate.md, word for word. */
async function documentedStatements() {
  const [, block = ''] = /^## Database users$[^]*?```sql\n([^]*?)```/m.exec(
    await readFile(path.join(root, 'docs/operate.md'), 'utf8'),
  ) ?? ['']
  return block.split(';\n').filter((statement) => statement.trim() !== '')
}

const superuser = inject('databaseServer')
const asOwner = addressOf('latchkey_owner', 'latchkey')
const asServer = addressOf('latchkey', 'latchkey')
const both = { MIGRATION_DATABASE_URL: asOwner, DATABASE_URL: asServer }

const started: ReturnType<typeof spawnServer>[] = []

async function start(settings: Record<string, string>) {
  const server = spawnServer({ PORT: String(await freePort()), DATABASE_WAIT: '0', ...settings })
  started.push(server)
  return server
}

beforeAll(async () => {
  await query(superuser, ...(await documentedStatements()))
  expect(await (await start({ DATABASE_URL: asServer })).exited).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database user "latchkey" may not change the schema.*npm run migrate.*\.\n$/),
  })
  expect(await run('migrate', both)).toBe('The database has the newest schema.\n')
})
afterAll(() => Promise.all(started.map((server) => server.kill('SIGKILL'))))

test('the user of the server can make nothing and rewrite nothing that is written once', async () => {
  const [rights] = await query(
    asServer,
    `select rolsuper, rolcreatedb, rolcreaterole, has_database_privilege(current_database(), 'create, temporary') as database,
       (select bool_or(has_schema_privilege(nspname, 'create')) from pg_namespace where nspname !~ '^pg_') as schemas,
       (select bool_or(has_table_privilege(oid, 'truncate, references, trigger')) from pg_class
        where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'pgboss', 'drizzle')) as tables,
       (select count(*)::int from pg_class where pg_get_userbyid(relowner) = current_user) as own
     from pg_roles where rolname = current_user`,
  )
  const no = { rolsuper: false, rolcreatedb: false, rolcreaterole: false }
  expect(rights).toEqual({ ...no, database: false, schemas: false, tables: false, own: 0 })
  for (const table of ['audit_log', 'payments', 'credit_notes', 'invoice_status_changes', 'invoice_reminders']) {
    await expect(query(asServer, `delete from ${table}`)).rejects.toThrow(`permission denied for table ${table}`)
    await expect(query(asServer, `update ${table} set created_at = now()`)).rejects.toThrow(
      `permission denied for table ${table}`,
    )
  }
})

test('what later migrations make is granted too, and rights that were given too widely are withdrawn', async () => {
  await query(asOwner, 'create table later (id int)', 'grant update, delete, truncate on audit_log to latchkey')
  expect(await query(asServer, 'insert into later values (1) returning id')).toEqual([{ id: 1 }])
  expect(await run('migrate', both)).toBe('The database has the newest schema.\n')
  await expect(query(asServer, 'delete from audit_log')).rejects.toThrow('permission denied for table audit_log')
  await query(asOwner, 'drop table later')
})

test('people sign in, devices activate, and jobs run on a server that may change no schema', async () => {
  expect(await run('admin-create', { DATABASE_URL: asServer }, '--email', 'boss@vendor.example')).toContain(
    'boss@vendor.example is an admin now.',
  )
  const pool = openPool({ url: asServer, max: 2 })
  const db = openDatabase(pool)
  const { id: organizationId } = await makeOrganization(db, { name: 'Acme', twelveMonthCents: 1_200_000 })
  await makeSubscription(db, { organizationId, licenseLimit: 5 })
  const owner = await makeUser(db, { role: 'org_admin', organizationId })
  const admin = await makeUser(db, { role: 'admin' })
  await pool.end()

  const server = await start({ DATABASE_URL: asServer })
  await server.answers('/health/ready', 200)
  const signedIn = async (email: string) => {
    const answer = await call(server.url, session.login, { email, password: SEED_PASSWORD })
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }
  const ownerCookie = await signedIn(owner.email)
  const { licenseKey } = await call(server.url, licenses.create, { label: 'Front desk' }, ownerCookie).then(json)
  const device = { deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4432', deviceName: 'PC', deviceOs: 'Windows 11' }
  const activated = await call(server.url, devices.activate, { licenseKey, ...device }).then(json)
  expect(activated).toMatchObject({ valid: true, deviceToken: expect.any(String) })

  const adminCookie = await signedIn(admin.email)
  const readJobs = (): Promise<JobState> =>
    fetch(server.url + jobs.read.url, { headers: { cookie: adminCookie } }).then((answer) => answer.json() as never)
  const scheduled = (await readJobs()).jobs.filter(({ schedule }) => schedule !== null)
  for (const { name } of scheduled)
    expect(
      (await call(server.url, { ...jobs.run, url: jobs.run.url.replace(':name', name) }, {}, adminCookie)).status,
    ).toBe(200)
  await until(async () =>
    (await readJobs()).jobs.every(({ schedule, lastRun }) => schedule === null || lastRun?.hasSucceeded),
  )
  expect((await readJobs()).failures).toEqual([])
  expect(await server.kill('SIGTERM')).toEqual({
    code: 0,
    signal: null,
    output: expect.not.stringContaining('permission'),
  })
})

test('a user without the rights hears which command grants them', async () => {
  await query(
    superuser,
    'create role latchkey_stranger login',
    'grant connect on database latchkey to latchkey_stranger',
  )
  const { exited } = await start({ DATABASE_URL: addressOf('latchkey_stranger', 'latchkey') })
  expect(await exited).toEqual({
    code: 1,
    signal: null,
    output: expect.stringMatching(
      /^The database user "latchkey_stranger" lacks rights: run "npm run migrate" with MIGRATION_DATABASE_URL [^\n]*grant usage on schema [^\n]*\.\n$/,
    ),
  })
})

const json = (answer: Response): Promise<Record<string, string>> => answer.json() as never

const call = (origin: string, { method, url }: { method: string; url: string }, body: object, cookie = '') =>
  fetch(origin + url, { method, headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) })
