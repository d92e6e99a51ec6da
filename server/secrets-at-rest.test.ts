import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mfa } from '#contract/identity/mfa.ts'
import { session } from '#contract/identity/session.ts'
import { team } from '#contract/identity/team.ts'
import { devices } from '#contract/licensing/devices.ts'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { webhooks } from '#contract/operations/webhooks.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { buildApp } from './app.ts'
import { startWorkers } from './start/jobs.ts'
import { openPlatform } from './start/open-platform.ts'
import { PUBLIC_URL } from './testing/operations/webhooks.ts'
import { openPostOffice } from './testing/platform/post-office.ts'
import { PASSWORD, config, newOrganization, newUser, pool, testDatabaseUrl } from './testing/testing.ts'

const DEVICE = { deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4432', deviceName: 'PC', deviceOs: 'Windows 11' }

type Answer = Record<string, string>

/** A portal as an operator runs it: with a mail server, a sealing secret and workers. */
async function openPortal() {
  const { received, port } = await openPostOffice()
  const settings = {
    ...config,
    sealing: { secret: 'a secret of the operator, thirty-two characters or more', previous: undefined },
    mail: { ...config.mail, smtpUrl: `smtp://127.0.0.1:${port}` },
  }
  const { platform, close } = await openPlatform(settings, { databaseUrl: testDatabaseUrl })
  const app = await buildApp(platform)
  await startWorkers(platform)
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  return { received, app }
}

/** Every row of every table, and bytes also as the text they may be. */
async function dump() {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'pgboss') and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select one::text as row from ${name} as one`)
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

test('nothing that signs in, joins, activates or uploads can be read in the database', async () => {
  const { received, app } = await openPortal()
  const organizationId = await newOrganization()
  const owner = await newUser({ role: 'org_admin', organizationId })
  let cookie = ''
  const call = async ({ method, url }: Endpoint, payload: object, headers: object = {}) => {
    const response = await app.inject({ method, url, payload, headers: { cookie, ...headers } })
    expect(response.statusCode, `${url} ${response.body}`).toBeLessThan(300)
    return { body: response.json<Answer>(), cookies: response.cookies }
  }

  const [signedIn] = (await call(session.login, { email: owner.email, password: PASSWORD })).cookies
  cookie = `${signedIn?.name}=${signedIn?.value}`
  const secrets: (string | undefined)[] = [signedIn?.value]
  const keyed = { 'idempotency-key': 'once' }

  secrets.push((await call(mfa.setUp, { password: PASSWORD }, keyed)).body.secret)
  secrets.push((await call(enrollmentKeys.create, { label: 'Floor 2' }, keyed)).body.enrollmentKey)
  const { id: webhookId, secret: firstSecret } = (await call(webhooks.create, { url: PUBLIC_URL }, keyed)).body
  const secretUrl = webhooks.rotateSecret.url.replace(':id', webhookId ?? '')
  const rotated = await call({ ...webhooks.rotateSecret, url: secretUrl as '/api/' }, {}, keyed)
  secrets.push(...[firstSecret, rotated.body.secret].map((secret) => secret?.replace('whsec_', '')))
  const { uploadURL = '' } = (await call(uploads.request, { purpose: 'attachment', fileName: 'a.txt', size: 1 }, keyed))
    .body
  secrets.push(new URL(uploadURL, 'http://portal').searchParams.get('signature') ?? undefined)
  const { licenseKey } = (await call(licenses.create, { label: 'Front desk' })).body
  const { deviceToken, updateToken } = (await call(devices.activate, { licenseKey, ...DEVICE })).body
  secrets.push(deviceToken, updateToken)

  await call(team.invite, { email: 'colleague@example.com', role: 'customer' }, keyed)
  await call(session.requestPasswordReset, { email: owner.email })
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2)
  const links = received.flatMap((mail) => [...JSON.stringify(mail).matchAll(/[?&#](?:reset|invite)=([\w-]{43})/g)])
  secrets.push(...links.map(([, token]) => token))
  expect(new Set(links.map(([, token]) => token)).size).toBe(2)
  await expect.poll(async () => (await pool.query('select from emails where sent_at is null')).rowCount).toBe(0)

  const rows = await dump()
  for (const secret of secrets) {
    expect(secret).toMatch(secret?.endsWith('=') ? /^[A-Za-z0-9+/]{43}=$/ : /^[\w-]{16,}$/)
    const hex = Buffer.from(secret ?? '').toString('hex')
    expect(rows.filter((row) => row.includes(secret ?? '') || row.includes(hex))).toEqual([])
  }
}, 60_000)
