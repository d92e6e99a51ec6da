import { randomUUID } from 'node:crypto'
import { getTableName, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { ALREADY_ERASED, NOT_SUSPENDED, OTHER_ADDRESS, personalData } from '#contract/identity/personal-data.ts'
import { session } from '#contract/identity/session.ts'
import { users } from '#contract/identity/users.ts'
import { customers } from '#contract/operations/customers.ts'
import { search } from '#contract/operations/search.ts'
import { documents } from '#contract/support/documents.ts'
import { messages } from '#contract/support/messages.ts'
import { tickets } from '#contract/support/tickets.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeUser } from '#demo/rows/users.ts'
import { confirmationFor } from '#server/testing/identity/account.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { addPasskeyOf } from '#server/testing/identity/passkeys.ts'
import { accept, invited, joinForm, members, reactivate } from '#server/testing/identity/team.ts'
import { entriesAbout, mailsTo, stored } from '#server/testing/identity/users.ts'
import { readEverything, updateParts } from '#server/testing/support/leaks.ts'
import { caller, db, PASSWORD, signIn, statusesOf, stranger, times, type Person } from '#server/testing/testing.ts'
import { OWN_ROWS } from './erasure-queries.ts'

const admin = await signIn({ role: 'admin' })

const suspend = (id: string) => admin.call(users.suspend, { params: { id }, body: { reason: 'Left the company' } })

const erase = (id: string, email: unknown, by: Pick<Person, 'call'> = admin) =>
  by.call(personalData.erase, { params: { id }, body: { email } })

async function suspended() {
  const { user } = await signIn()
  await suspend(user.id)
  return user
}

/** A part of each name, address and device of the person to be erased. */
const MARK = 'canary'

/** Joins by an invitation, changes their address, and uses everything that leaves a row. */
async function busyPerson() {
  const boss = await signIn({ role: 'org_admin' })
  const invitation = await invited(boss)
  const { body: joined } = await accept(invitation.token, {
    ...joinForm(),
    password: PASSWORD,
    firstName: `Zola${MARK}`,
    lastName: `Mabuza${MARK}`,
    username: `zola-${MARK}-${randomUUID().slice(0, 8)}`,
  })
  const credentials = { email: invitation.email, password: PASSWORD }
  const opened = await stranger().call(session.login, {
    body: credentials,
    headers: { 'user-agent': `Mozilla/5.0 ${MARK}` },
  })
  const [cookie] = opened.cookies
  const person = {
    ...boss,
    ...caller({ cookie: `${cookie?.name}=${cookie?.value}` }),
    user: { ...boss.user, ...joined },
  }
  const email = `${randomUUID()}@${MARK}.example`
  await person.call(account.changeEmail, { body: { email, password: credentials.password } })
  await stranger().call(session.verifyEmail, { body: { token: await confirmationFor(email) } })
  await person.call(account.setNotification, { body: { kind: 'tickets', isEnabled: false } })
  const ticket = await person.call(tickets.create, { body: { title: 'No ink', description: 'The printer is empty.' } })
  await person.call(messages.create, { params: ticket.body, body: { message: 'Still no ink.' } })
  await addPasskeyOf(person)
  await withToken(person, [])
  const document = await makeDocument(db)
  await person.call(documents.giveFeedback, { params: document, body: { isHelpful: true } })
  return { boss, person, email, invitation, ticket: ticket.body }
}

/** The columns of all tables in which a value contains this text. */
async function columnsWith(text: string) {
  const { rows } = await db.execute<{ place: string; statement: string }>(sql`
    select table_name || '.' || column_name as place,
      format('select count(*)::int as found from %I.%I where %I::text ilike %L', table_schema, table_name, column_name, ${`%${text}%`}::text) as statement
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
    order by 1`)
  expect(rows.length).toBeGreaterThan(400)
  const found: string[] = []
  for (const { place, statement } of rows) {
    const [count] = (await db.execute<{ found: number }>(sql.raw(statement))).rows
    if (count && count.found > 0) found.push(place)
  }
  return found
}

/** The log refuses changes, and emails to others are deleted after a year. */
const STAYS = ['audit_log.changes', 'emails.html', 'emails.text']

test('nothing in the database names the person any more, but for the audit log and the emails of others', async () => {
  const { boss, person, email, invitation, ticket } = await busyPerson()
  const { id } = person.user
  const before = await columnsWith(MARK)
  expect(before).toEqual(expect.arrayContaining(['users.email', 'users.username', 'sessions.user_agent', 'emails.to']))
  await suspend(id)
  expect(await erase(id, email.toUpperCase())).toMatchObject({ status: 200, body: { id, isErased: true } })
  expect(await columnsWith(MARK)).toEqual(['audit_log.actor_name', ...STAYS])
  // A limit of sign-ins forgets the address within the hour.
  expect(await columnsWith(invitation.email)).toEqual([...STAYS, 'rate_limits.key'])
  const { body } = await boss.call(tickets.one, { params: ticket })
  expect(body).toMatchObject({ title: 'No ink', userFirstName: 'Erased', userLastName: 'user' })
})

test('no screen shows the name, and no search finds it', async () => {
  const { boss, person, email, ticket } = await busyPerson()
  const { id } = person.user
  await suspend(id)
  await erase(id, email)
  const ids = [id, ticket.id, boss.organizationId]
  const texts = ['Zola', MARK, email]
  const values = {
    params: { id: ids, ...updateParts },
    query: {
      search: texts,
      q: texts,
      actor: ids,
      subject: ids,
      organizationId: [boss.organizationId],
      status: ['suspended'],
    },
  }
  for (const reader of [admin, await signIn({ role: 'agent' }), boss]) {
    const shown = [...(await readEverything(reader, values, 'jobs.events'))].filter(
      ([call, answer]) => answer.includes(MARK) && !/outbox/.test(call),
    )
    expect(shown.map(([call]) => call)).toEqual([])
  }
}, 120_000)

test('what would be deleted with a user is deleted at an erasure', async () => {
  const { rows } = await db.execute(sql`
    select distinct conrelid::regclass::text as "table" from pg_constraint
    where confrelid = 'users'::regclass and pg_get_constraintdef(oid) like '%ON DELETE CASCADE%' order by 1`)
  const deleted = OWN_ROWS.map((table) => getTableName(table)).filter((table) => table !== 'idempotency_keys')
  expect(deleted.toSorted()).toEqual(rows.map(({ table }) => table))
})

test('an erased user is in no list, and the address is free', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const { user } = await boss.colleague('customer')
  await suspend(user.id)
  const counted = (await admin.call(users.summary)).body.total
  expect((await erase(user.id, user.email)).status).toBe(200)
  expect((await admin.call(users.summary)).body.total).toBe(counted - 1)
  const lists = await Promise.all([
    admin.call(users.list, { query: { status: 'suspended', search: user.username } }),
    members(boss),
    admin.call(customers.people, { params: { id: boss.organizationId } }),
  ])
  for (const { body } of lists) expect(JSON.stringify(body)).not.toContain(user.id)
  expect(JSON.stringify((await admin.call(search.everything, { query: { q: 'Erased' } })).body)).not.toContain(user.id)
  await makeUser(db, {
    email: user.email,
    username: user.username,
    organizationId: boss.organizationId,
    role: 'customer',
  })
  expect((await admin.call(users.read, { params: user })).body).toMatchObject({
    isErased: true,
    arrival: null,
    suspended: null,
  })
})

test('an erased user cannot come back', async () => {
  const boss = await signIn({ role: 'org_admin' })
  const { user } = await boss.colleague('customer')
  await suspend(user.id)
  await erase(user.id, user.email)
  const params = { id: user.id }
  const cannot = 'A user who is erased cannot be'
  expect(await admin.call(users.reactivate, { params })).toMatchObject({
    status: 409,
    message: `${cannot} reactivated.`,
  })
  expect(await admin.call(users.replaceEmail, { params, body: { email: 'new@people.example' } })).toMatchObject({
    status: 409,
    message: `${cannot} emailed.`,
  })
  expect((await reactivate(boss, user.id)).status).toBe(404)
  for (const identifier of [{ email: user.email }, { username: user.username }])
    expect((await stranger().call(session.login, { body: { ...identifier, password: PASSWORD } })).status).toBe(401)
  expect((await stored(user.id))?.status).toBe('suspended')
})

test('the audit log says who erased, and neither whom nor what', async () => {
  const user = await suspended()
  await erase(user.id, user.email)
  const entry = (await entriesAbout(user.id)).at(-1)
  expect(entry).toMatchObject({ action: 'user.erased', actorId: admin.user.id, changes: {} })
})

test('only who is suspended can be erased, and only once', async () => {
  const { user } = await signIn()
  expect(await erase(user.id, user.email)).toMatchObject({ status: 409, message: NOT_SUSPENDED })
  await suspend(user.id)
  expect((await erase(user.id, user.email)).status).toBe(200)
  const { email } = (await stored(user.id))!
  expect(await erase(user.id, email)).toMatchObject({ status: 409, message: ALREADY_ERASED })
  expect((await erase(admin.user.id, admin.user.email)).status).toBe(409)
  expect((await erase(randomUUID(), user.email)).status).toBe(404)
})

test.each([null, '', 'someone@people.example', 7])('the address %j erases no one', async (email) => {
  const user = await suspended()
  const answer = await erase(user.id, email)
  expect(answer).toMatchObject({ status: 400, body: { errors: { email: expect.any(String) } } })
  if (email === 'someone@people.example') expect(answer.message).toBe(OTHER_ADDRESS)
  expect(await stored(user.id)).toMatchObject({ email: user.email, erasedAt: null })
})

test('eight who erase at once: one does', async () => {
  const user = await suspended()
  const answers = await times(8, () => erase(user.id, user.email))
  expect(statusesOf(answers)).toEqual([200, ...Array<number>(7).fill(409)])
})

test('of one who erases and one who reactivates at once, one is refused', async () => {
  const user = await suspended()
  const [erased, reactivated] = await Promise.all([
    erase(user.id, user.email),
    admin.call(users.reactivate, { params: user }),
  ])
  expect(statusesOf([erased, reactivated])).toEqual([200, 409])
  expect((await stored(user.id))?.status).toBe(erased.status === 200 ? 'suspended' : 'active')
})

test('emails to an address that belongs to someone else now stay', async () => {
  const person = await signIn()
  const former = person.user.email
  await admin.call(users.replaceEmail, { params: person.user, body: { email: `${randomUUID()}@people.example` } })
  const heir = await makeUser(db, { email: former, role: 'customer', organizationId: person.organizationId })
  await admin.call(users.mailPasswordReset, { params: heir })
  await suspend(person.user.id)
  const { email } = (await stored(person.user.id))!
  const mails = await mailsTo(former)
  expect((await erase(person.user.id, email)).status).toBe(200)
  expect([await mailsTo(former), await mailsTo(email)]).toEqual([mails, []])
  expect(mails.length).toBeGreaterThan(0)
  expect((await stored(heir.id))?.email).toBe(former)
})
