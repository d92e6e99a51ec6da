import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { invoices } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { account } from '#contract/identity/account.ts'
import { INVALID_CODE, mfa } from '#contract/identity/mfa.ts'
import { CONFIRM_FIRST, STEP_UP, stepUp } from '#contract/identity/step-up.ts'
import { team } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { files } from '#contract/releases/files.ts'
import { publications } from '#contract/releases/publications.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { buildApp } from '#server/app.ts'
import { sessions } from '#server/database/schema/identity/users.ts'
import { levelOf } from '#server/platform/http/access.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { codeOf, sessionIn, wrongCodeOf } from '#server/testing/identity/session.ts'
import { entriesAbout } from '#server/testing/identity/users.ts'
import { PASSWORD, db, platform, signIn, statusesOf, stranger, type Person } from '#server/testing/testing.ts'
import { renewBackupCodes } from './mfa/second-factor.ts'

const strict = await buildApp({ ...platform, config: { ...platform.config, stepUpRequired: true } })
afterAll(() => strict.close())

/** The same user at a portal with step-up. */
async function ask({ cookie = '', ip }: Pick<Person, 'cookie' | 'ip'>, { method, url }: Endpoint, id: string) {
  const response = await strict.inject({ method, url: url.replace(':id', id), headers: { cookie }, remoteAddress: ip })
  return { status: response.statusCode, body: response.json<{ message?: string; code?: string }>() }
}

const REFUSED = { status: 403, body: { message: CONFIRM_FIRST, code: STEP_UP } }

/** As if that many minutes had passed since the last confirmation. */
const letPass = ({ user }: Person, minutes: number) =>
  db
    .update(sessions)
    .set({ confirmedAt: sql`${sessions.confirmedAt} - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, user.id))

const confirm = ({ call }: Pick<Person, 'call'>, body: object) => call(stepUp.confirm, { body })

async function adminAfter(minutes: number) {
  const admin = await signIn({ role: 'admin' })
  await letPass(admin, minutes)
  return admin
}

test('signing in counts for a quarter of an hour; then the password does, for as long again', async () => {
  const [admin, { user }] = [await adminAfter(14), await signIn()]
  const reset = () => ask(admin, users.resetMfa, user.id)
  expect((await reset()).status).toBe(200)
  await letPass(admin, 2)
  expect(await reset()).toEqual(REFUSED)
  expect(await confirm(admin, { password: PASSWORD })).toMatchObject({ status: 200, body: { message: 'Confirmed' } })
  expect((await reset()).status).toBe(200)
  await letPass(admin, 16)
  expect(await reset()).toEqual(REFUSED)
})

test('requires no confirmation unless it is configured', async () => {
  const [admin, { user }] = [await adminAfter(60), await signIn()]
  expect((await admin.call(users.resetMfa, { params: user })).status).toBe(200)
})

const guarded = endpoints.filter(([, { config }]) => config.stepUp)
const others = endpoints.filter(
  // Event streams never end.
  ([, { config, url }]) => levelOf(config.access) === 'admin' && !config.stepUp && !url.endsWith('/events'),
)

test.each(guarded)('%s asks for a confirmation', async (_name, endpoint) => {
  expect(await ask(await adminAfter(16), endpoint, crypto.randomUUID())).toEqual(REFUSED)
  expect((await ask(await signIn({ role: 'agent' }), endpoint, crypto.randomUUID())).body.code).toBeUndefined()
  expect((await ask({ ip: stranger().ip, cookie: '' }, endpoint, crypto.randomUUID())).status).toBe(401)
})

const ADMINISTRATORS = new Set(['admin', 'org-admin', 'staff-or-org-admin'])

test('each write of administrators needs a confirmation or says why not', () => {
  const undecided = endpoints.filter(([, { method, config }]) => {
    const isWrite = method !== 'GET' && ADMINISTRATORS.has(levelOf(config.access))
    const isDecided = (config.stepUp === true) !== Boolean(config.withoutStepUp?.trim() ?? config.harmless)
    return isWrite ? !isDecided : config.withoutStepUp !== undefined
  })
  expect(undecided.map(([name]) => name)).toEqual([])
})

test.each([
  ['publishes, withdraws and rolls out releases', [publications.publish, files.setLatest, files.change]],
  ['moves money', [payments.record, payments.reverse, payments.credit, payments.refund, invoices.setStatus]],
  ['bills', [invoices.upload, licenseRequests.approve, subscriptions.changeSubscription, organizations.setPricing]],
  ['gives people access', [users.activate, users.reactivate, users.changeRole, users.addStaff]],
  ['brings people into a team', [team.invite, team.resend, team.reactivate, team.changeRole]],
  ['gives devices access', [enrollmentKeys.create, licenseFiles.make]],
])('a confirmation is needed by what %s', (_what, calls: Endpoint[]) => {
  expect(calls.map(({ config }) => config.stepUp)).toEqual(calls.map(() => true))
})

test('reads and other actions of an admin still work', async () => {
  const admin = await adminAfter(16)
  for (const [name, endpoint] of others.filter(([, { method }]) => method === 'GET')) {
    const response = await strict.inject({
      method: 'GET',
      url: endpoint.url.replace(':id', crypto.randomUUID()),
      headers: { cookie: admin.cookie ?? '' },
    })
    expect([name, response.payload.includes(STEP_UP)]).toEqual([name, false])
  }
})

test('a wrong password is refused at its field, ten times in a quarter of an hour', async () => {
  const admin = await adminAfter(16)
  const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(admin, { password: 'not the password' })))
  expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
    errors: { password: 'That password is incorrect.' },
  })
  expect((await confirm(admin, { password: PASSWORD })).status).toBe(429)
  expect(await ask(admin, users.resetMfa, admin.user.id)).toEqual(REFUSED)
})

test('with two-factor authentication on, a code confirms and the password does not', async () => {
  const admin = await adminAfter(16)
  const secret = await makeSecondFactor(db, admin.user.id)
  const [backupCode = ''] = await renewBackupCodes(db, admin.user.id)
  const { user } = await signIn()
  for (const body of [{ password: PASSWORD }, { code: wrongCodeOf(secret) }])
    expect(await confirm(admin, body)).toMatchObject({ status: 400, body: { errors: { code: INVALID_CODE } } })
  expect(await ask(admin, users.resetMfa, user.id)).toEqual(REFUSED)

  expect((await confirm(admin, { code: codeOf(secret) })).status).toBe(200)
  expect((await confirm(admin, { code: codeOf(secret) })).status).toBe(400)
  expect((await ask(admin, users.resetMfa, user.id)).status).toBe(200)
  await letPass(admin, 16)
  expect((await confirm(admin, { code: backupCode })).status).toBe(200)
  expect((await ask(admin, users.resetMfa, user.id)).status).toBe(200)
})

test('a new password confirms like the password: not with two-factor authentication', async () => {
  const [admin, protectedAdmin, { user }] = [await adminAfter(16), await adminAfter(16), await signIn()]
  await makeSecondFactor(db, protectedAdmin.user.id)
  const askAfterChange = async ({ call, ip }: Person) => {
    const body = { currentPassword: PASSWORD, newPassword: 'an entirely new secret' }
    const { cookies } = await call(account.changePassword, { body })
    return ask({ cookie: `__Host-session=${sessionIn(cookies)}`, ip }, users.resetMfa, user.id)
  }
  expect((await askAfterChange(admin)).status).toBe(200)
  expect(await askAfterChange(protectedAdmin)).toEqual(REFUSED)
})

test('only the session that confirmed is confirmed', async () => {
  const admin = await adminAfter(16)
  const elsewhere = await signIn({ role: 'admin' })
  await letPass(elsewhere, 16)
  await confirm(admin, { password: PASSWORD })
  expect(await ask(elsewhere, users.resetMfa, admin.user.id)).toEqual(REFUSED)
})

test('refuses an empty confirmation, and one without a session', async () => {
  const person = await signIn()
  for (const body of [{}, { password: '' }, { password: 7 }, { code: [] }, { code: '' }])
    expect([body, (await confirm(person, body)).status]).toEqual([body, 400])
  expect((await confirm(stranger(), { password: PASSWORD })).status).toBe(401)
})

test('wrong passwords and codes of a signed-in user are audited with their address', async () => {
  const person = await signIn()
  await person.call(mfa.setUp, { body: { password: 'not the password' } })
  await makeSecondFactor(db, person.user.id)
  await confirm(person, { code: '000000' })
  const entries = (await entriesAbout(person.user.id)).filter(({ action }) => action === 'session.confirmed')
  const by = { outcome: 'refused', actorId: person.user.id, organizationId: person.organizationId, ip: person.ip }
  expect(entries).toMatchObject([
    { ...by, changes: { reason: [null, 'wrong password'] } },
    { ...by, changes: { reason: [null, 'wrong code'] } },
  ])
})
