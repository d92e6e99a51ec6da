import { like } from 'drizzle-orm'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { readMigrations } from '#server/database/migrate/migration-files.ts'
import { RELEASE } from '#server/database/migrate/migration-records.ts'
import { readPlan } from '#server/database/migrate/plan/read-plan.ts'
import { users as userTable } from '#server/database/schema/identity/users.ts'
import { secrets } from '#server/database/schema/platform.ts'
import { createStaff, unknownPassword } from '#server/identity/users/staff.ts'
import { systemActor } from '#server/platform/actor.ts'
import { databaseUrl } from '#server/testing/database-server.ts'
import { freePort, spawnServer } from '#server/testing/platform/server-process.ts'
import { caller, db, pool, signIn, stranger, testDatabaseUrl } from '#server/testing/testing.ts'

// Each command starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const PASSWORD = 'violet harbour seldom rains'

type Outcome = { code: number; stdout: string; stderr: string }

/** Runs a command in its own process, like an operator. */
const run = (command: string, ...args: string[]) => runOn(testDatabaseUrl, command, ...args)

const runOn = (url: string | undefined, command: string, ...args: string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, `${command}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: url, PUBLIC_URL: 'https://portal.example.com' },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Outcome) => ({ code, stdout, stderr }),
  )

test('migrate brings the database forward and says so, also when there is nothing to do', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'The database has the newest schema.\n' })
})

test('migrate --plan says what is pending without doing it, and refuses other arguments', async () => {
  expect(await run('migrate', '--all')).toMatchObject({ code: 1, stderr: expect.stringContaining('-- --plan') })
  const name = `planned_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create database ${name}`)
  const url = databaseUrl(testDatabaseUrl, name)
  await migrate(url, { migrations: readMigrations().slice(0, 10) })
  const { stdout } = await runOn(url, 'migrate', '--plan')
  expect(stdout).toContain('migrations are pending. Nothing was changed.\n\n0010_fewer_licenses\n')
  expect(stdout).toMatch(/→ license_requests \(rows not counted yet, .+\): ACCESS EXCLUSIVE, blocks reads and writes/)
  expect(await readPlan(url)).toHaveLength(readMigrations().length - 10)
})

test('migrate of a release that is older than the schema says whether it can run on it', async () => {
  const name = `newer_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create database ${name}`)
  const url = databaseUrl(testDatabaseUrl, name)
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const record = (when: number, tag: string, release: string, isContract: boolean) =>
    client.query(
      `insert into drizzle.migration_progress (created_at, tag, release, steps_done, is_contract) values ($1, $2, $3, 1, $4)`,
      [when, tag, release, isContract],
    )
  await record(4_102_444_800_000, '9000_more', '0.8.0', false)
  const stdout = `The database has the newer schema 9000_more of Latchkey 0.8.0. Latchkey ${RELEASE} runs on it, also beside the newer release.\n`
  expect(await runOn(url, 'migrate')).toEqual({ code: 0, stdout, stderr: '' })
  expect(await runOn(url, 'migrate', '--plan')).toEqual({ code: 0, stdout, stderr: '' })
  const server = spawnServer({ PORT: String(await freePort()), DATABASE_URL: url, LOG_LEVEL: 'info' })
  await server.answers('/health/ready', 200)
  expect((await server.kill('SIGTERM')).output).toContain(`"msg":"${stdout.trim()}"`)
  await record(4_102_444_800_001, '9001_less', '0.9.0', true)
  const stderr = expect.stringMatching(
    /it has the schema 9001_less of Latchkey 0\.9\.0, .* Start Latchkey 0\.9\.0 or newer\.\n$/,
  )
  expect(await runOn(url, 'migrate')).toEqual({ code: 1, stdout: '', stderr })
  expect(await runOn(url, 'migrate', '--plan')).toEqual({ code: 1, stdout: '', stderr })
})

const made = await run('admin-create', '--email', 'Boss@vendor.example', '--first-name', 'Thandi')

test('the first admin sets a password with the printed link, once, and is an admin', async () => {
  const [, token = ''] = /https:\/\/portal\.example\.com\/auth\?reset=([\w-]{43})\n$/.exec(made.stdout) ?? []
  const choose = () => stranger().call(session.resetPassword, { body: { token, password: PASSWORD } })
  expect((await choose()).status).toBe(200)
  expect((await choose()).status).toBe(400)
  const body = { email: 'boss@vendor.example', password: PASSWORD }
  const signedIn = await stranger().call(session.login, { body })
  expect(signedIn.body).toMatchObject({ role: 'admin', firstName: 'Thandi', lastName: 'Admin', username: 'Boss' })
  const [cookie] = signedIn.cookies
  expect((await caller({ cookie: `${cookie?.name}=${cookie?.value}` }).call(users.list)).status).toBe(200)
})

test.each(['admin', 'org_admin'] as const)(
  'the address of an account with the role %s is refused, and nothing changed',
  async (role) => {
    const { email } = role === 'admin' ? { email: 'boss@vendor.example' } : (await signIn({ role })).user
    const readAll = async () => [
      await pool.query('select * from users order by id').then(({ rows }) => rows),
      await pool.query('select count(*) from audit_log').then(({ rows }) => rows),
      await pool.query('select count(*) from user_tokens').then(({ rows }) => rows),
    ]
    const before = await readAll()
    expect(await run('admin-create', '--email', email.toUpperCase())).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `There is a user with the address ${email.toUpperCase()}. An admin gives staff another role on the Users page; ` +
        'a customer needs a second address.\n',
    })
    expect(await readAll()).toEqual(before)
  },
)

test('two admins whose addresses start alike go by different names', async () => {
  const facts = {
    firstName: 'Portal',
    lastName: 'Admin',
    role: 'admin',
    passwordHash: await unknownPassword(),
  } as const
  const create = (email: string) => db.transaction((tx) => createStaff(tx, systemActor, { ...facts, email }))
  await Promise.all([create('info@one.example'), create('info@two.example')])
  const admins = await db.select().from(userTable).where(like(userTable.username, 'info%'))
  expect(admins.map(({ username }) => username).toSorted()).toEqual([
    'info',
    expect.stringMatching(/^info\.(one|two)\.example$/),
  ])
})

test('something that is no address is answered with how to call the command', async () => {
  const { code, stderr } = await run('admin-create', '--email', 'boss')
  expect(code).toBe(1)
  expect(stderr).toContain('npm run admin:create -- --email you@example.com')
})

test('a rotation of the signing keys says which two the application is to be built with', async () => {
  const { code, stdout } = await run('keys-rotate')
  const { keys } = (await stranger().call(licenseFiles.keys)).body
  expect(code).toBe(0)
  expect(stdout).toContain(`License files are signed with ${keys[0]?.kid} from now on.`)
  for (const { kid, publicKey } of keys.slice(0, 2)) expect(stdout).toContain(`  ${kid} ${publicKey}\n`)
  expect(keys.map(({ status }) => status)).toEqual(['current', 'next', 'retired'])
})

test('asked for help, or with an argument that it does not know, a command only says how it is used', async () => {
  const { keys } = (await stranger().call(licenseFiles.keys)).body
  expect(await run('keys-rotate', '--help')).toEqual({ code: 0, stdout: 'npm run keys:rotate\n', stderr: '' })
  expect(await run('keys-rotate', '--frequency')).toEqual({
    code: 1,
    stdout: '',
    stderr: "Unknown option '--frequency'\nnpm run keys:rotate\n",
  })
  expect((await stranger().call(licenseFiles.keys)).body.keys).toEqual(keys)
})

test('a rotation of the secrets keeps the earlier ones unless they are to be forgotten', async () => {
  const count = () => db.$count(secrets, like(secrets.name, 'upload-links%'))
  const earlier = await count()
  expect(await run('secrets-rotate')).toMatchObject({ code: 0, stdout: expect.stringContaining('in 5 minutes') })
  expect(await count()).toBe(earlier + 1)
  expect(await run('secrets-rotate', '--forget')).toMatchObject({ code: 0, stdout: expect.stringContaining('deleted') })
  expect(await count()).toBe(1)
  expect(await run('secrets-rotate', '--all')).toMatchObject({ code: 1, stderr: expect.stringContaining('--forget') })
})

test.for([['keys-rotate'], ['migrate', '--plan'], ['backup', '--to', 'backups']])(
  'without DATABASE_URL %s creates no database',
  async ([command = '', ...args]) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-none-'))
    vi.stubEnv('DATA_DIR', folder)
    vi.stubEnv('BACKUP_SECRET', 'a secret of more than thirty-two characters')
    const stderr = `There is no database in ${path.join(folder, 'database')}. Set DATABASE_URL, or DATA_DIR.\n`
    expect(await runOn(undefined, command, ...args)).toEqual({ code: 1, stdout: '', stderr })
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  },
)

test('the plan of a migration needs only the URL of the owner', async () => {
  vi.stubEnv('MIGRATION_DATABASE_URL', testDatabaseUrl)
  expect(await runOn(undefined, 'migrate', '--plan')).toMatchObject({ code: 0, stderr: '' })
})

test('demo data does not go into a portal that has users', async () => {
  expect(await run('seed')).toMatchObject({
    code: 1,
    stderr: 'This database already has users. Demo data goes into an empty one only.\n',
  })
})
