import { getTableName, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#contract/identity/account.ts'
import { apiTokens } from '#contract/identity/api-tokens.ts'
import { PersonalData, personalData } from '#contract/identity/personal-data.ts'
import { viewings } from '#contract/identity/viewings.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { audit } from '#contract/operations/audit.ts'
import { timeline } from '#contract/operations/timeline.ts'
import { webhooks } from '#contract/operations/webhooks.ts'
import { tickets } from '#contract/support/tickets.ts'
import { newAddress } from '#server/testing/identity/account.ts'
import { admin, busyPerson, erase, MARK, suspend, suspendAndErase } from '#server/testing/identity/personal-data.ts'
import { entriesAbout } from '#server/testing/identity/users.ts'
import { addWebhook, deliveriesOf, PUBLIC_URL } from '#server/testing/operations/webhooks.ts'
import { readEverything, updateParts } from '#server/testing/support/leaks.ts'
import { db, PASSWORD, signIn, type Person } from '#server/testing/testing.ts'
import { OWN_ROWS } from './erasure-queries.ts'

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

/** Each table with its list in the file. */
const IN_THE_FILE = {
  api_tokens: 'apiTokens',
  document_feedback: 'documentFeedback',
  invitations: 'invitations',
  known_browsers: 'knownBrowsers',
  license_requests: 'licenseRequests',
  notification_settings: 'notifications',
  passkeys: 'passkeys',
  sessions: 'sessions',
  sso_identities: 'singleSignOn',
  ticket_messages: 'messages',
  tickets: 'tickets',
} as const satisfies Record<string, keyof PersonalData>

/** Technical parts of credentials. */
const TEXTS_LEFT_OUT = ['api_tokens.hint', 'passkeys.credential_id', 'passkeys.transports']

/** Decision 63 says why. An erasure deletes or keeps them. */
const LEFT_OUT = {
  secrets: ['backup_codes', 'confirmed_links', 'login_challenges', 'mfa_secrets', 'user_tokens'],
  marks: ['ticket_followers', 'ticket_mails', 'ticket_presence', 'ticket_reads', 'viewings'],
  choices: ['inbox_reply_choices', 'inbox_views'],
  ledger: ['adjustments', 'credit_notes', 'invoice_status_changes', 'payment_proofs', 'payments'],
  work: ['blocked_domains', 'customer_notes', 'customer_profiles', 'documents', 'objects'],
}

/** The log refuses changes, emails to others are deleted after a year, and a limit of sign-ins ends within the hour. */
const REMAINS = ['audit_log.actor_name', 'audit_log.changes', 'emails.html', 'emails.text', 'rate_limits.key']

test('after an erasure, only the audit log, emails to others and limits name the person', async () => {
  const { boss, id, email, ticket } = await busyPerson()
  const before = await columnsWith(MARK)
  expect(before).toEqual(expect.arrayContaining(['users.email', 'users.username', 'sessions.user_agent', 'emails.to']))
  await suspend(id)
  expect(await erase(id, email.toUpperCase())).toMatchObject({ status: 200, body: { id, isErased: true } })
  expect(await columnsWith(MARK)).toEqual(REMAINS)
  const { body } = await boss.call(tickets.one, { params: ticket })
  expect(body).toMatchObject({ title: 'No ink', userFirstName: 'Erased', userLastName: 'user' })
})

const tablesReferringToUsers = (constraint: string) =>
  db
    .execute<{ table: string }>(sql`
      select distinct conrelid::regclass::text as "table" from pg_constraint
      where confrelid = 'users'::regclass and pg_get_constraintdef(oid) like ${`%${constraint}%`} order by 1`)
    .then(({ rows }) => rows.map(({ table }) => table))

test('what would be deleted with a user is deleted at an erasure', async () => {
  const deleted = OWN_ROWS.map((table) => getTableName(table))
  expect(deleted.toSorted()).toEqual(await tablesReferringToUsers('ON DELETE CASCADE'))
})

test('each table that refers to users is in the file of their data, or left out on purpose', async () => {
  const chosen = [...Object.keys(IN_THE_FILE), ...Object.values(LEFT_OUT).flat()]
  expect(chosen.toSorted()).toEqual(await tablesReferringToUsers('FOREIGN KEY'))
})

test('each text of these tables is in the file, or left out on purpose', async () => {
  const texts = await db.execute<{ table: keyof typeof IN_THE_FILE; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'ARRAY', 'json', 'jsonb')
      and table_name in (${sql.join(
        Object.keys(IN_THE_FILE).map((table) => sql`${table}`),
        sql`, `,
      )})
    order by 1, 2`)
  const isIn = (table: keyof typeof IN_THE_FILE, column: string) =>
    column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) in
    PersonalData.shape[IN_THE_FILE[table]].def.element.shape
  const missing = texts.rows.filter(({ table, column }) => !isIn(table, column))
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual(TEXTS_LEFT_OUT)
})

test('no list, history, search or export names an erased person', async () => {
  const { boss, id, email, former, ticket } = await busyPerson()
  const ids = [id, ticket.id, boss.organizationId]
  const texts = ['Zola', MARK, email, former]
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
  /** Without the outbox, which has the emails to others. */
  const callsThatName = async (reader: Person) =>
    [...(await readEverything(reader, values, 'jobs.events'))].flatMap(([call, answer]) =>
      answer.includes(MARK) && !call.startsWith('outbox.') ? [call] : [],
    )
  expect((await callsThatName(admin)).length).toBeGreaterThan(30)
  await suspendAndErase({ id, email })
  for (const reader of [admin, await signIn({ role: 'agent' }), boss]) expect(await callsThatName(reader)).toEqual([])
}, 120_000)

test('events that are sent again do not name a person who was erased since', async () => {
  const { boss, person, id, email } = await busyPerson()
  const owner = await boss.colleague('org_admin')
  await owner.call(licenses.create, { body: { label: 'Reception' } })
  await suspendAndErase({ id: person.user.id, email })
  await suspendAndErase(owner.user)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  for (const reader of [boss, admin]) {
    const webhook = await addWebhook(reader, PUBLIC_URL)
    await reader.call(webhooks.replay, { params: webhook, body: { since } })
    const sent = (await deliveriesOf(webhook)).map(({ payload }) => payload)
    const namesOf = (actorId: string) =>
      sent.filter(({ data }) => data.actor.id === actorId).map(({ data }) => data.actor.name)
    for (const actor of [id, owner.user.id]) expect(new Set(namesOf(actor))).toEqual(new Set(['Erased user']))
    const own = sent.filter(({ data }) => data.organizationId === boss.organizationId)
    expect(JSON.stringify(own)).not.toContain(MARK)
  }
})

test('the timeline keeps the entry of the invitation, without the address', async () => {
  const { boss, id, email, former } = await busyPerson()
  const read = async () => (await admin.call(timeline.list, { params: { id: boss.organizationId } })).body
  expect(JSON.stringify(await read())).toContain(former)
  await suspendAndErase({ id, email })
  const entries = await read()
  expect(entries.map(({ event }) => event)).toContain('invitation.created')
  expect(JSON.stringify(entries)).not.toContain(former)
})

test('the file about an erased user has no IP address', async () => {
  const person = await signIn({ role: 'customer' })
  await person.call(account.changeEmail, { body: { email: newAddress(), password: PASSWORD } })
  const read = async () => (await admin.call(personalData.read, { params: person.user })).body.activity
  expect((await read()).some(({ ip }) => ip !== null)).toBe(true)
  await suspendAndErase(person.user)
  expect((await read()).every(({ ip }) => ip === null)).toBe(true)
  expect(await read()).not.toEqual([])
})

test('the audit log does not show the name and networks of an erased user’s token', async () => {
  const person = await signIn({ role: 'org_admin' })
  const allowedAddresses = ['203.0.113.78/32']
  const draft = { name: 'Laptop of Lerato', scopes: ['licenses:read'], expiresInDays: 1, allowedAddresses }
  expect((await person.call(apiTokens.create, { body: draft })).status).toBe(201)
  const read = async () =>
    JSON.stringify((await admin.call(audit.list, { query: { organizationId: person.organizationId } })).body)
  expect(await read()).toContain('203.0.113.78')
  await suspendAndErase(person.user)
  expect(await read()).toContain('api-token.created')
  for (const text of ['Laptop', '203.0.113.78']) expect(await read()).not.toContain(text)
})

test('the audit log has the end of the view that an erased member of staff had open', async () => {
  const [staff, customer] = [await signIn({ role: 'admin' }), await signIn({ role: 'customer' })]
  await staff.call(viewings.start, { params: customer.user, body: { reason: 'Asked by phone' } })
  await suspendAndErase(staff.user)
  const viewed = (await entriesAbout(customer.user.id)).filter(({ actorId }) => actorId === staff.user.id)
  expect(viewed.map(({ action }) => action)).toEqual(['viewing.started', 'viewing.ended'])
})
