import { eq, like } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { AWAITING_APPROVAL, session } from '#contract/identity/session.ts'
import { NAME_WITH_LINK, USERNAME_SHAPE } from '#contract/names.ts'
import { buildApp } from '#server/app.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { userTokens, users } from '#server/database/schema/identity/users.ts'
import { sessionIn, withSession } from '#server/testing/identity/session.ts'
import { caller, config, db, platform, stranger, statusesOf } from '#server/testing/testing.ts'

const application = () => {
  const name = randomUUID().slice(0, 8)
  return {
    organizationName: `Kopje ${name}`,
    email: `Lindiwe.${name}@example.com`,
    username: `lindiwe-${name}`,
    password: 'a long enough secret',
    firstName: 'Lindiwe',
    lastName: 'Dlamini',
  }
}
type Application = ReturnType<typeof application>
const usersOf = ({ email }: Application) => db.select().from(users).where(eq(users.email, email))

test('an application makes an inactive organization and its pending admin, and no session [R-API-14 R-ENT-12 R-GEN-08 R-STATE-03]', async () => {
  const form = application()
  const answer = await stranger().call(session.register, { body: form })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    email: form.email,
    role: 'org_admin',
    status: 'pending',
    organization: form.organizationName,
  })
  expect(answer.cookies).toEqual([])
  const [user] = await usersOf(form)
  const [organization] = await db
    .select()
    .from(organizations)
    .where(eq(organizations.id, user?.organizationId ?? ''))
  expect(organization).toMatchObject({ name: form.organizationName, contactEmail: form.email, isActive: false })
  expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('with automatic approval the applicant is signed in, and no email says that the account awaits approval', async () => {
  const automatic = await buildApp({ ...platform, config: { ...config, automaticApproval: true } })
  onTestFinished(() => automatic.close())
  const form = application()
  const { method, url } = session.register
  const answer = await automatic.inject({ method, url, headers: { origin: config.publicUrl }, body: form })
  expect([answer.statusCode, answer.json()]).toEqual([201, expect.objectContaining({ status: 'active' })])
  expect((await withSession(sessionIn(answer.cookies)).call(session.currentUser)).body).toMatchObject({
    email: form.email,
  })
  const [toApplicant] = await db.select().from(emails).where(eq(emails.to, form.email))
  expect(toApplicant?.text).toContain('Your account is active, and you can sign in.')
  expect(toApplicant?.text).not.toContain('review')
  const [toSales] = await db
    .select()
    .from(emails)
    .where(like(emails.text, `%@${form.username}%`))
  expect(toSales?.text).toContain('An account was approved automatically')
  expect(toSales?.text).toContain(`/admin/users?search=${form.username}`)
})

test('the link to confirm the address is kept in the email for as long as it works', async () => {
  const form = application()
  await stranger().call(session.register, { body: form })
  const [user] = await usersOf(form)
  const [link] = await db
    .select()
    .from(userTokens)
    .where(eq(userTokens.userId, user?.id ?? ''))
  const [email] = await db.select().from(emails).where(eq(emails.to, form.email))
  expect(Date.parse(email?.linkUntil ?? '')).toBeGreaterThanOrEqual(Date.parse(link?.expiresAt ?? ''))
})

test.each([
  [{ firstName: 'You won http://evil.example' }, 'firstName', NAME_WITH_LINK],
  [{ lastName: 'www.evil.example' }, 'lastName', NAME_WITH_LINK],
  [{ organizationName: 'Call me@evil.example' }, 'organizationName', NAME_WITH_LINK],
  [{ organizationName: 'Pay\u200bPal' }, 'organizationName', expect.stringContaining('invisible')],
  [{ firstName: '\u202eidniL' }, 'firstName', expect.stringContaining('invisible')],
  [{ username: 'someone@example.com' }, 'username', USERNAME_SHAPE],
  [{ username: 'аdmin-1' }, 'username', USERNAME_SHAPE],
])('refuses an application with %j and sends no email', async (changes, field, message) => {
  const form = { ...application(), ...changes }
  const answer = await stranger().call(session.register, { body: form })
  expect(answer).toMatchObject({ status: 400, message, body: { errors: { [field]: message } } })
  expect(await db.$count(emails, eq(emails.to, form.email))).toBe(0)
})

test('the email to an unconfirmed address repeats no input', async () => {
  const form = { ...application(), firstName: 'Congratulations', organizationName: 'Acme.io Ltd' }
  await stranger().call(session.register, { body: form })
  const [mail] = await db.select().from(emails).where(eq(emails.to, form.email))
  for (const text of [mail?.text, mail?.html, mail?.subject])
    expect(text).not.toMatch(/Congratulations|Dlamini|Acme|lindiwe-/)
})

test('the applicant cannot sign in before the sales team says yes [R-STATE-13]', async () => {
  const form = application()
  await stranger().call(session.register, { body: form })
  const { email, password } = form
  expect(await stranger().call(session.login, { body: { email, password } })).toMatchObject({
    status: 403,
    message: AWAITING_APPROVAL,
  })
})

test('the applicant and the sales team each get a mail, and the trail an entry [R-GEN-06]', async () => {
  const form = application()
  await stranger().call(session.register, { body: form })
  const [applicant] = await db.select().from(emails).where(eq(emails.to, form.email))
  expect(applicant?.text).toMatch(new RegExp(`${config.publicUrl}/auth\\?verify=[\\w-]{43}`))
  const sales = await db.select().from(emails).where(eq(emails.to, config.salesEmail))
  expect(sales.filter(({ text }) => text.includes(form.organizationName))).toHaveLength(1)
  const [user] = await usersOf(form)
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, user?.id ?? ''))
  expect(entry).toMatchObject({ action: 'user.registered', organizationId: user?.organizationId })
  expect(JSON.stringify(entry)).not.toContain(form.password)
})

test('an address or a username in use is a 409, whatever its case, and nothing is written [R-API-15 R-VAL-20]', async () => {
  const form = application()
  await stranger().call(session.register, { body: form })
  const sameEmail = { ...application(), email: form.email.toUpperCase() }
  const sameName = { ...application(), username: form.username.toUpperCase() }
  expect(await stranger().call(session.register, { body: sameEmail })).toMatchObject({
    status: 409,
    message: 'An account with this email address already exists.',
  })
  expect(await stranger().call(session.register, { body: sameName })).toMatchObject({
    status: 409,
    message: 'This username is already taken.',
  })
  const written = await db.select().from(organizations).where(eq(organizations.name, sameEmail.organizationName))
  expect(written).toEqual([])
})

test('eight applications with one address at once make one account', async () => {
  const form = application()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      stranger().call(session.register, { body: { ...form, username: `u-${randomUUID()}` } }),
    ),
  )
  expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  expect(await usersOf(form)).toHaveLength(1)
  const made = await db.select().from(organizations).where(eq(organizations.name, form.organizationName))
  expect(made).toHaveLength(1)
})

test.each([
  ['organizationName', ' K ', 'Organization name must be at least 2 characters'],
  ['email', 'lindiwe@', 'Please enter a valid email address'],
  ['firstName', '  ', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['username', 'ab', 'Username must be at least 3 characters'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['password', 'Password1', 'This password is too common. Please choose another one.'],
  ['firstName', 'a\0b', 'Contains characters that cannot be used'],
])('refuses %s %j [R-VAL-14 R-VAL-15 R-VAL-16 R-VAL-17 R-VAL-18 R-VAL-19]', async (field, value, message) => {
  const form = { ...application(), [field]: value }
  const answer = await stranger().call(session.register, { body: form })
  expect(answer).toMatchObject({ status: 400, body: { message, errors: { [field]: message } } })
  expect(await db.select().from(organizations).where(eq(organizations.contactEmail, form.email))).toEqual([])
})

test('the shortest allowed values are allowed [R-CONST-15]', async () => {
  const form = {
    ...application(),
    organizationName: 'KO',
    username: randomUUID().slice(0, 3),
    password: 'ë¥🎯kW9§_',
    firstName: 'L',
    lastName: 'D',
  }
  expect((await stranger().call(session.register, { body: form })).status).toBe(201)
})

test("the account's own names are no password", async () => {
  const form = application()
  for (const password of [form.email, form.username.toUpperCase(), form.organizationName]) {
    const answer = await stranger().call(session.register, { body: { ...form, password } })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { password: expect.stringContaining('must not be your') } },
    })
  }
})

test('what decides about an account is never taken from the application', async () => {
  const form = application()
  const evil = {
    ...form,
    role: 'admin',
    status: 'active',
    organizationId: randomUUID(),
    isEmailVerified: true,
    constructor: { role: 'admin' },
  }
  expect((await stranger().call(session.register, { body: evil })).body).toMatchObject({
    role: 'org_admin',
    status: 'pending',
    isEmailVerified: false,
  })
})

test('the eleventh application from one address in an hour waits', async () => {
  const { ip } = stranger()
  const apply = () => caller({ ip }).call(session.register, { body: { ...application(), password: 'password' } })
  const answers = await Promise.all(Array.from({ length: 11 }, apply))
  expect(statusesOf(answers)).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})
