import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { MFA_SETUP } from '#contract/identity/mfa.ts'
import { personalData, PersonalData } from '#contract/identity/personal-data.ts'
import { team } from '#contract/identity/team.ts'
import { users } from '#contract/identity/users.ts'
import { viewings } from '#contract/identity/viewings.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { messages } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { makeSecondFactor, makeUser } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { users as accounts } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets as stored } from '#server/database/schema/support/tickets.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { addPasskeyOf } from '#server/testing/identity/passkeys.ts'
import { newAddress } from '#server/testing/identity/account.ts'
import { linkTo } from '#server/testing/identity/personal-data.ts'
import { accept, invited } from '#server/testing/identity/team.ts'
import { actionsAbout } from '#server/testing/identity/users.ts'
import { db, insertMany, PASSWORD, signIn, type Person } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

const own = (person: Pick<Person, 'call'>) => person.call(personalData.readOwn)
const of = (id: string, by: Pick<Person, 'call'> = admin) => by.call(personalData.read, { params: { id } })

test('a user downloads what the portal stores about them, and nothing of a colleague', async () => {
  const person = await signIn({ role: 'org_admin' })
  const colleague = await person.colleague('customer')
  const ticket = await person.call(tickets.create, { body: { title: 'No ink', description: 'It is empty.' } })
  await person.call(messages.create, { params: ticket.body, body: { message: 'Still empty.' } })
  await colleague.call(messages.create, { params: ticket.body, body: { message: 'I saw that too.' } })
  await person.call(account.setNotification, { body: { kind: 'tickets', isEnabled: false } })
  await addPasskeyOf(person)
  await withToken(person, ['licenses:read'])
  await linkTo(person.organizationId, { userId: person.user.id, subject: 'thandi' })
  const { status, headers, body } = await own(person)
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(headers['content-disposition']).toContain(`attachment; filename="personal-data-${person.user.username}.json"`)
  expect(PersonalData.parse(body)).toEqual(body)
  expect(body).toMatchObject({
    account: { id: person.user.id, email: person.user.email, role: 'org_admin' },
    notifications: [{ kind: 'tickets', isEnabled: false }],
    sessions: [{ ip: null }],
    passkeys: [{ lastUsedAt: null }],
    singleSignOn: [{ issuer: 'https://login.acme.example', subject: 'thandi' }],
    apiTokens: [{ scopes: ['licenses:read'], revokedAt: null }],
    tickets: [{ ticketNumber: ticket.body.ticketNumber, title: 'No ink', description: 'It is empty.' }],
    messages: [{ ticketNumber: ticket.body.ticketNumber, message: 'Still empty.' }],
  })
  const done = body.activity.map(({ action }) => action)
  expect(done).toEqual(expect.arrayContaining(['ticket.created', 'message.sent', 'user.data-exported']))
  expect(body.emails.map(({ kind }) => kind)).toContain('passkey-added')
  for (const secret of ['I saw that too.', colleague.user.email, PASSWORD, 'Hash', 'publicKey'])
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('an admin downloads it for a user, also for a suspended one, and the audit log says so', async () => {
  const { user } = await signIn()
  await admin.call(users.suspend, { params: user, body: { reason: 'Left the company' } })
  expect((await of(user.id)).body.account).toMatchObject({ id: user.id, status: 'suspended' })
  expect(await actionsAbout(user.id)).toEqual(['user.suspended', 'user.data-exported'])
  expect((await of(randomUUID())).status).toBe(404)
  expect((await of('1')).status).toBe(400)
})

test('refuses other roles, colleagues and staff who view the portal as the user', async () => {
  const person = await signIn({ role: 'customer' })
  for (const role of ['org_admin', 'customer'] as const)
    expect((await of(person.user.id, await person.colleague(role))).status).toBe(403)
  expect((await of(person.user.id, await signIn({ role: 'agent' }))).status).toBe(403)
  const viewer = await signIn({ role: 'admin' })
  expect((await viewer.call(viewings.start, { params: person.user, body: { reason: 'Asked by phone' } })).status).toBe(
    201,
  )
  expect((await own(viewer)).status).toBe(403)
})

test('leaves out emails to who had the address before, and has the invitation to an earlier one', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const invitation = await invited(boss)
  const { body: joined } = await accept(invitation.token)
  await admin.call(users.mailPasswordReset, { params: joined })
  const replace = (user: object, email: string) => admin.call(users.replaceEmail, { params: user, body: { email } })
  await replace(joined, newAddress())
  const heir = await boss.colleague('customer')
  await replace(heir.user, invitation.email)
  const kindsTo = async (id: string) => (await of(id)).body.emails.map(({ kind }) => kind)
  expect(await kindsTo(heir.user.id)).toEqual(['email-replaced'])
  await replace(heir.user, newAddress())
  const later = await makeUser(db, { email: invitation.email, role: 'customer', organizationId: boss.organizationId })
  expect((await of(later.id)).body).toMatchObject({ emails: [], invitations: [] })
  expect((await of(joined.id)).body.invitations).toMatchObject([{ email: invitation.email }])
})

test('refuses the file before a required second factor is set up', async () => {
  const owner = await signIn({ role: 'org_admin' })
  const member = await owner.colleague('customer')
  await makeSecondFactor(db, owner.user.id)
  expect((await own(member)).status).toBe(200)
  await owner.call(team.changeMfaRule, { body: { isRequired: true } })
  expect(await own(member)).toMatchObject({ status: 403, body: { code: MFA_SETUP } })
  expect((await member.call(account.read)).status).toBe(200)
  await makeSecondFactor(db, member.user.id)
  expect((await own(member)).status).toBe(200)
})

test('lists of any length are complete and in order', async () => {
  const person = await signIn({ role: 'customer' })
  const { organizationId, user } = person
  const ticket = await makeTicket(db, { organizationId, userId: user.id })
  await db
    .update(accounts)
    .set({ createdAt: sql`now() - interval '1 day'` })
    .where(eq(accounts.id, user.id))
  const count = 2 * LIST_LIMIT + 1
  const moments = sql`now() - make_interval(secs => n), n from generate_series(1, ${count}) n`
  await insertMany(sql`
    with acts as (insert into ${auditLog} (actor_kind, actor_id, action, created_at, request_id) select 'user', ${user.id}, 'license.updated', ${moments}),
      words as (insert into ${ticketMessages} (organization_id, ticket_id, user_id, created_at, message)
        select ${organizationId}, ${ticket.id}, ${user.id}, ${moments}),
      mails as (insert into ${emails} ("to", kind, text, html, created_at, subject) select ${user.email}, 'ticket-news', '', '', ${moments})
    insert into ${stored} (organization_id, user_id, description, created_at, title) select ${organizationId}, ${user.id}, '', ${moments}`)
  const { body } = await own(person)
  expect(PersonalData.parse(body)).toEqual(body)
  const counted = Array.from({ length: count }, (_, place) => String(count - place))
  expect(body.messages.map(({ message }) => message)).toEqual(counted)
  expect(body.emails.map(({ subject }) => subject)).toEqual(counted)
  expect(body.tickets.map(({ title }) => title)).toEqual([...counted, ticket.title])
  expect(body.activity.filter(({ action }) => action === 'license.updated')).toHaveLength(count)
  const instants = body.activity.map(({ createdAt }) => createdAt)
  expect(instants).toEqual(instants.toSorted())
})
