import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#contract/identity/users.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users as userTable } from '#server/database/schema/identity/users.ts'
import { db, signIn, stranger } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

/** A user who waits for the sales approval. */
async function applicant() {
  const organization = await makeOrganization(db, { isActive: false })
  return makeUser(db, { organizationId: organization.id, role: 'org_admin', status: 'pending' })
}

const activate = (id: string) => admin.call(users.activate, { params: { id } })
const mailsTo = (address: string) => db.$count(emails, eq(emails.to, address))
const entriesAbout = (id: string) => db.select().from(auditLog).where(eq(auditLog.subjectId, id))

test('a user is listed with everything the screen shows and nothing secret [R-ENT-02 R-ENT-03 R-ENT-04 R-ENT-05 R-ENT-06 R-ENT-07 R-ENT-08 R-ENT-09 R-ENT-10 R-ENT-11 R-API-75]', async () => {
  const organization = await makeOrganization(db, { name: `Listed ${randomUUID()}` })
  const user = await makeUser(db, { organizationId: organization.id, emailVerifiedAt: '2026-01-05T10:00:00.000Z' })
  const { status, body } = await admin.call(users.list, { query: { search: user.username } })
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      id: user.id,
      firstName: 'Lerato',
      lastName: 'Dlamini',
      username: user.username,
      email: user.email,
      role: 'customer',
      status: 'active',
      organizationId: organization.id,
      organization: organization.name,
      isEmailVerified: true,
      isMfaEnabled: false,
      isMfaRequired: false,
      isErased: false,
      createdAt: user.createdAt,
    },
  ])
})

test('staff have no organization [R-ENT-08]', async () => {
  const { body } = await admin.call(users.list, { query: { search: admin.user.username } })
  expect(body).toMatchObject([{ id: admin.user.id, organization: null, organizationId: null }])
})

test('the search finds by either name, address, username and organization, whatever the case [R-AUSR-01 R-AUSR-02 R-AUSR-03 R-AUSR-04 R-AUSR-05]', async () => {
  const mark = randomUUID().slice(0, 8)
  const organization = await makeOrganization(db, { name: `Works ${mark} Ltd` })
  const by = (facts: object) => makeUser(db, { organizationId: organization.id, ...facts })
  await by({ firstName: `Ann${mark}e`, lastName: 'First', organizationId: null, role: 'agent' })
  await by({ lastName: `Van ${mark}`, firstName: 'Last', organizationId: null, role: 'agent' })
  await by({ email: `${mark}@mail.example`, firstName: 'Mail', organizationId: null, role: 'agent' })
  await by({ username: `user-${mark}`, firstName: 'Username', organizationId: null, role: 'agent' })
  await by({ firstName: 'Organization' })
  const { body } = await admin.call(users.list, { query: { search: mark.toUpperCase() } })
  expect(body.map(({ firstName }) => firstName).toSorted()).toEqual([
    `Ann${mark}e`,
    'Last',
    'Mail',
    'Organization',
    'Username',
  ])
})

test('the search finds a person by the whole name, as the list shows it', async () => {
  const lastName = `van der ${randomUUID()}`
  const { id } = await makeUser(db, { firstName: 'Anna', lastName })
  expect((await admin.call(users.list, { query: { search: `anna ${lastName}` } })).body).toMatchObject([{ id }])
})

test('finds a percent sign, not every user, for a search for %', async () => {
  await makeUser(db, { lastName: 'Hundred%Sure' })
  const { body } = await admin.call(users.list, { query: { search: '%' } })
  expect(body.map(({ lastName }) => lastName)).toEqual(['Hundred%Sure'])
})

test('the list comes newest first, in pages that join without gap or double', async () => {
  const organization = await makeOrganization(db, { name: `Paged ${randomUUID()}` })
  for (let count = 0; count < 5; count += 1) await makeUser(db, { organizationId: organization.id })
  const search = organization.name
  const whole = await admin.call(users.list, { query: { search } })
  const page = await admin.call(users.list, { query: { search, limit: '2' } })
  const next = new URL(/<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '', 'http://localhost')
  const rest = await admin.call(users.list, { query: Object.fromEntries(next.searchParams) })
  expect(page.headers['x-total-count']).toBe('5')
  expect([...page.body, ...rest.body]).toEqual(whole.body.slice(0, 4))
  expect(whole.body.map(({ createdAt }) => createdAt)).toEqual(
    whole.body
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
})

test('the list can be narrowed to one status', async () => {
  const { id, email } = await applicant()
  expect((await admin.call(users.list, { query: { search: email, status: 'pending' } })).body).toMatchObject([{ id }])
  expect((await admin.call(users.list, { query: { search: email, status: 'active' } })).body).toEqual([])
})

test('the list can be narrowed to one role, together with the rest', async () => {
  const organization = await makeOrganization(db, { name: `Roles ${randomUUID()}` })
  const { id } = await makeUser(db, { organizationId: organization.id, role: 'org_admin' })
  await makeUser(db, { organizationId: organization.id, role: 'customer' })
  const narrowed = (query: object) => admin.call(users.list, { query: { search: organization.name, ...query } })
  expect((await narrowed({ role: 'org_admin' })).body).toMatchObject([{ id }])
  expect((await narrowed({ role: 'org_admin', status: 'pending' })).body).toEqual([])
  expect((await narrowed({ role: 'agent' })).headers['x-total-count']).toBe('0')
  expect((await narrowed({ role: 'owner' })).status).toBe(400)
})

test('the summary counts everyone [R-AUSR-06 R-AUSR-07 R-AUSR-08 R-AUSR-09]', async () => {
  const { body: before } = await admin.call(users.summary)
  const now = new Date().toISOString()
  await makeUser(db, { role: 'admin', emailVerifiedAt: now, mfaEnabledAt: now })
  await makeUser(db)
  const { body: after } = await admin.call(users.summary)
  expect(after).toEqual({
    total: before.total + 2,
    admins: before.admins + 1,
    verified: before.verified + 1,
    mfaEnabled: before.mfaEnabled + 1,
  })
})

test('approves an account with its organization and notifies its owner [R-API-76 R-STATE-55]', async () => {
  const user = await applicant()
  const { status, body } = await activate(user.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: user.id, status: 'active' })
  const [organization] = await db
    .select()
    .from(organizations)
    .where(eq(organizations.id, user.organizationId ?? ''))
  expect(organization?.isActive).toBe(true)
  const [mail] = await db.select().from(emails).where(eq(emails.to, user.email))
  expect(mail?.text).toContain('/auth')
  expect(await entriesAbout(user.id)).toMatchObject([
    { action: 'user.approved', actorId: admin.user.id, changes: { status: ['pending', 'active'] } },
  ])
})

test('approving again is accepted and does nothing', async () => {
  const user = await applicant()
  await activate(user.id)
  expect((await activate(user.id)).status).toBe(200)
  expect(await mailsTo(user.email)).toBe(1)
  expect(await entriesAbout(user.id)).toHaveLength(1)
})

test('eight approvals of one account at once send one mail', async () => {
  const user = await applicant()
  const answers = await Promise.all(Array.from({ length: 8 }, () => activate(user.id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await mailsTo(user.email)).toBe(1)
  expect(await entriesAbout(user.id)).toHaveLength(1)
})

test('a suspended account cannot be approved', async () => {
  const organization = await makeOrganization(db)
  const { id } = await makeUser(db, { organizationId: organization.id, status: 'suspended' })
  expect(await activate(id)).toMatchObject({ status: 409, message: 'A user who is suspended cannot be activated.' })
  const [stored] = await db.select().from(userTable).where(eq(userTable.id, id))
  expect(stored?.status).toBe('suspended')
})

test('answers 404 for the approval of an unknown user', async () => {
  expect(await activate(randomUUID())).toMatchObject({ status: 404, message: 'User not found' })
})

test('allows only admins to list and approve users', async () => {
  const user = await applicant()
  const params = { id: user.id }
  for (const role of ['agent', 'org_admin', 'customer'] as const) {
    const person = await signIn({ role })
    expect((await person.call(users.list)).status).toBe(403)
    expect((await person.call(users.summary)).status).toBe(403)
    expect((await person.call(users.activate, { params })).status).toBe(403)
  }
  expect((await stranger().call(users.activate, { params })).status).toBe(401)
  const [stored] = await db.select().from(userTable).where(eq(userTable.id, user.id))
  expect(stored?.status).toBe('pending')
})
