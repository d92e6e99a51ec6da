import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { VIEWING_HEADER, type Endpoint } from '#contract/endpoint.ts'
import { VIEWING_ENDED } from '#contract/errors.ts'
import { session } from '#contract/identity/session.ts'
import { team } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { ALREADY_VIEWING, CANNOT_BE_VIEWED, READ_ONLY, viewings } from '#contract/identity/viewings.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { audit } from '#contract/operations/audit.ts'
import { overview } from '#contract/operations/overview.ts'
import { tickets } from '#contract/support/tickets.ts'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { sessions, users as userTable } from '#server/database/schema/identity/users.ts'
import { viewings as viewingTable } from '#server/database/schema/identity/viewings.ts'
import { sweep } from '#server/operations/upkeep/sweep.ts'
import { listen, startHearing, publishSignal } from '#server/testing/support/live.ts'
import { db, newUser, platform, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const reason = 'They cannot find their invoice.'

const start = (staff: Person, user: { id: string }, body: object = { reason }) =>
  staff.call(viewings.start, { params: { id: user.id }, body })

const me = async (person: Person) => (await person.call(session.currentUser)).body

/** A new admin who views the portal as this person. */
async function view({ user }: Person) {
  const staff = await signIn({ role: 'admin' })
  const { status, body } = await start(staff, user)
  expect(status).toBe(201)
  const page = { [VIEWING_HEADER]: body.viewing!.id }
  const onPage = (endpoint: Endpoint, params: object = {}) => staff.call(endpoint, { params, headers: page })
  return { staff, page, onPage, viewing: body.viewing! }
}

const entriesOf = async (person: Person) =>
  (await person.call(audit.list)).body
    .filter(({ action }) => action.startsWith('viewing.'))
    .map(({ action, actorName }) => [action, actorName])

const endedAfterStart = (name: string) => [
  ['viewing.ended', name],
  ['viewing.started', name],
]

const timeIsOver = (id: string) =>
  db
    .update(viewingTable)
    .set({ endsAt: sql`now() - interval '1 second'` })
    .where(eq(viewingTable.id, id))

test('an admin sees the portal as the customer, with the customer’s rights, until they stop', async () => {
  const customer = await signIn({ role: 'org_admin' })
  const license = await makeActiveLicense(db, { organizationId: customer.organizationId })
  const { staff, viewing } = await view(customer)
  expect(await me(staff)).toMatchObject({ id: customer.user.id, role: 'org_admin', viewing: { reason } })
  expect((await staff.call(licenses.list)).body.map(({ id }) => id)).toEqual([license.id])
  expect((await staff.call(overview.read)).status).toBe(403)
  const minutes = (Date.parse(viewing.endsAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(28)
  expect(minutes).toBeLessThan(31)
  const stopped = await staff.call(viewings.stop)
  expect([stopped.status, stopped.body.id]).toEqual([200, staff.user.id])
  expect(await me(staff)).toMatchObject({ id: staff.user.id, role: 'admin' })
  expect(await me(staff)).not.toHaveProperty('viewing')
  expect((await staff.call(viewings.stop)).body.id).toBe(staff.user.id)
})

test('both audit logs say who viewed the portal as whom, and when that ended', async () => {
  const customer = await signIn({ role: 'org_admin' })
  const { staff } = await view(customer)
  await staff.call(tickets.export)
  await staff.call(viewings.stop)
  expect(await entriesOf(customer)).toEqual(endedAfterStart('Support team'))
  const name = `${staff.user.firstName} ${staff.user.lastName}`
  expect((await entriesOf(staff)).slice(0, 2)).toEqual(endedAfterStart(name))
  const { body } = await customer.call(audit.list)
  expect(body.find(({ action }) => action === 'viewing.started')).toMatchObject({ changes: { reason: [null, reason] } })
  expect(body.find(({ action }) => action === 'ticket.exported')?.actorName).toBe('Support team')
})

test.each(['agent', 'org_admin', 'customer'] as const)('%s cannot view the portal as another user', async (role) => {
  const { user } = await signIn({ role: 'customer' })
  expect((await start(await signIn({ role }), user)).status).toBe(403)
})

test('only active users of an organization are viewed, with a reason', async () => {
  const staff = await signIn({ role: 'admin' })
  const { organizationId, user } = await signIn({ role: 'customer' })
  for (const other of [
    await newUser({ role: 'agent' }),
    await newUser({ role: 'admin' }),
    await newUser({ role: 'customer', organizationId, status: 'suspended' }),
    await newUser({ role: 'org_admin', organizationId, status: 'pending' }),
  ])
    expect(await start(staff, other)).toMatchObject({ status: 409, message: CANNOT_BE_VIEWED })
  expect((await start(staff, { id: randomUUID() })).status).toBe(404)
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
    const { status, body: answer } = await start(staff, user, body)
    expect([status, Object.keys(Object(Object(answer).errors))]).toEqual([400, ['reason']])
  }
  expect(await me(staff)).toMatchObject({ id: staff.user.id })
})

test('a session views one customer at a time, and two admins view the same one', async () => {
  const { user } = await signIn({ role: 'customer' })
  const [one, other] = [await signIn({ role: 'admin' }), await signIn({ role: 'admin' })]
  const answers = await Promise.all([start(one, user), start(one, user), start(other, user)])
  expect(statusesOf(answers.slice(0, 2))).not.toEqual([201, 201])
  expect(answers.slice(0, 2).find(({ status }) => status !== 201)?.message).toMatch(
    new RegExp(`${ALREADY_VIEWING}|permission|${READ_ONLY}`),
  )
  expect(answers[2].status).toBe(201)
  expect([(await me(one)).id, (await me(other)).id]).toEqual([user.id, user.id])
})

test('after 30 minutes a page of the view can do nothing, and the session is the admin’s own again', async () => {
  const customer = await signIn({ role: 'org_admin' })
  const license = await makeActiveLicense(db, { organizationId: customer.organizationId })
  const { staff, onPage, viewing } = await view(customer)
  await timeIsOver(viewing.id)
  const refused = { status: 403, body: { code: VIEWING_ENDED } }
  expect(await onPage(licenses.remove, license)).toMatchObject(refused)
  expect(await onPage(licenses.list)).toMatchObject(refused)
  expect(await me(staff)).toMatchObject({ id: staff.user.id })
  await sweep(platform)
  expect(await entriesOf(customer)).toEqual(endedAfterStart('Support team'))
  expect((await start(staff, customer.user)).status).toBe(201)
  expect(await onPage(licenses.list)).toMatchObject(refused)
})

test('the view ends with the session', async () => {
  const customer = await signIn({ role: 'org_admin' })
  const { staff } = await view(customer)
  expect((await staff.call(session.logout)).status).toBe(200)
  expect((await staff.call(session.currentUser)).status).toBe(401)
  expect(await entriesOf(customer)).toEqual(endedAfterStart('Support team'))
})

test('the view ends when customer or admin lose their access', async () => {
  const customer = await signIn({ role: 'org_admin' })
  const [first, second] = [await view(customer), await view(customer)]
  const admin = await signIn({ role: 'admin' })
  await admin.call(users.endSessions, { params: { id: first.staff.user.id } })
  expect((await first.onPage(licenses.list)).status).toBe(401)
  await db.update(userTable).set({ role: 'agent' }).where(eq(userTable.id, second.staff.user.id))
  expect(await second.onPage(licenses.list)).toMatchObject({ status: 403, body: { code: VIEWING_ENDED } })
  const third = await view(customer)
  await admin.call(users.suspend, { params: customer.user, body: { reason: 'They do not pay.' } })
  expect(await third.onPage(licenses.list)).toMatchObject({ status: 403, body: { code: VIEWING_ENDED } })
  await db.delete(sessions).where(eq(sessions.userId, third.staff.user.id))
  expect((await third.onPage(licenses.list)).status).toBe(401)
})

test.each(['suspended by the vendor', 'removed by their organization'])(
  'the view of a customer who is %s ends for good',
  async (how) => {
    const owner = await signIn({ role: 'org_admin' })
    const member = await newUser({ role: 'customer', organizationId: owner.organizationId })
    const { staff } = await view({ ...owner, user: member })
    const params = { id: member.id }
    const [end, restore] = how.startsWith('suspended')
      ? [users.suspend, users.reactivate]
      : [team.remove, team.reactivate]
    const by = how.startsWith('suspended') ? await signIn({ role: 'admin' }) : owner
    await by.call(end, { params, body: { reason: 'They left.' } })
    expect(await entriesOf(owner)).toEqual(endedAfterStart('Support team'))
    await by.call(restore, { params })
    expect(await me(staff)).toMatchObject({ id: staff.user.id, role: 'admin' })
    expect(await me(staff)).not.toHaveProperty('viewing')
    expect((await start(staff, owner.user)).status).toBe(201)
  },
)

test('events of a ticket end when the session turns into a view', async () => {
  await startHearing()
  const staff = await signIn({ role: 'admin' })
  const customer = await signIn({ role: 'customer' })
  const ticket = await makeTicket(db, { organizationId: customer.organizationId, userId: customer.user.id })
  const stream = await listen(staff, ticket.id)
  await start(staff, customer.user)
  await publishSignal(ticket.id)
  expect(await stream.next()).toBe('end')
})
