import { eq, inArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { customerNotes } from '#contract/operations/customer-notes.ts'
import { customers } from '#contract/operations/customers.ts'
import { cannedReplies } from '#contract/support/canned-replies.ts'
import { documents } from '#contract/support/documents.ts'
import { messages } from '#contract/support/messages.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { tickets } from '#contract/support/tickets.ts'
import { makeAttachment } from '#demo/rows/attachments.ts'
import { makeDocument } from '#demo/rows/documents.ts'
import { makeMessage, makeTicket } from '#demo/rows/tickets.ts'
import { only } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { objects } from '#server/database/schema/objects.ts'
import { ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { readEverything, readable, unknownParts, updateParts, type Values } from '#server/testing/support/leaks.ts'
import { listen, startHearing } from '#server/testing/support/live.ts'
import { db, newUser, platform, signIn, type Person } from '#server/testing/testing.ts'
import { mailTicket } from './emails/announce.ts'

/** Each is placed where only staff, or only another organization, may read it. */
const canaries = {
  note: 'canarynote',
  file: 'canaryfile',
  bytes: 'canarybytes',
  assignee: 'canaryassignee',
  draft: 'canarydraft',
  content: 'canarycontent',
  tag: 'canarytag',
  reply: 'canaryreply',
  foreign: 'canaryforeign',
  foreignNote: 'canaryelsewhere',
  customerNote: 'canarycustomer',
  customerTag: 'canaryfiled',
}
const CANARY = /canary[a-z]+/g

const agent = await signIn({ role: 'agent' })
const opener = await signIn({ role: 'customer' })
const stranger = await signIn({ role: 'org_admin' })
const readers: [who: string, person: Person][] = [
  ['the customer who opened it', opener],
  ['a colleague', await opener.colleague('customer')],
  ['an org_admin', await opener.colleague('org_admin')],
  ['an org_admin of another organization', stranger],
  ['a customer of another organization', await stranger.colleague('customer')],
]

const { organizationId } = opener
const assignee = await newUser({ role: 'agent', firstName: 'Canary', lastName: canaries.assignee })
const ticket = await makeTicket(db, { organizationId, userId: opener.user.id })
const said = await makeMessage(db, ticket)
const attached = await makeAttachment(platform, said, { fileName: 'public.txt' })
await makeMessage(db, ticket, { userId: agent.user.id, message: 'An answer that everyone may read.' })
const published = await makeDocument(db, { tags: ['setup'] })
// Created first, so that the same calls are made before and after.
const victim = await signIn({ role: 'customer' })
const foreign = await makeTicket(db, { organizationId: victim.organizationId, userId: victim.user.id })
const draft = await makeDocument(db, { published: false })
const note = await makeMessage(db, foreign, { userId: agent.user.id, isInternal: true, message: 'Nothing yet.' })
const hidden = await makeAttachment(platform, note, { fileName: 'hidden.txt' })
const { key } = await db.select().from(objects).where(eq(objects.id, hidden.objectId)).then(only)

const texts = ['an', 'answer', agent.user.firstName, ...Object.values(canaries)]
const ids = [ticket.id, foreign.id, draft.id, published.id, note.id, assignee.id, organizationId]
const values: Values = {
  params: {
    id: ids,
    attachmentId: [attached.id, hidden.id],
    noteId: [randomUUID()],
    // entry.test.ts reads entries of others.
    entryId: [],
    proofId: [randomUUID()],
    key: [key],
    token: [randomUUID()],
    ...updateParts,
  },
  query: {
    search: texts,
    q: texts,
    question: texts,
    name: texts,
    tag: ['setup', canaries.tag, canaries.customerTag],
    status: ['open', 'success'],
    group: ['support', 'publishing'],
    actor: [agent.user.id],
    subject: [ticket.id, foreign.id],
    organizationId: [organizationId, victim.organizationId],
    assignee: [assignee.id, 'me', 'none'],
    category: ['none'],
    priority: ['medium'],
    late: ['1'],
    silent: ['30'],
    limit: ['1'],
    view: ['1', 'needs-answer', 'late'],
    type: ['doc'],
    role: ['agent'],
    sort: ['label', 'urgency'],
    expires: ['9999999999'],
    max: ['1000'],
    seatsFrom: ['1'],
    priceFrom: ['1.00'],
    signature: ['nothing'],
    version: ['1.0'],
    Version: ['1.0'],
    from: ['2026-01-01'],
    to: ['2026-12-31', '2100-01-01'],
    dueFrom: ['2026-01-01'],
    dueTo: ['2100-01-01'],
    age: ['current'],
    table: ['agents', 'trend'],
    twelveMonthValue: ['1200.00'],
    price: ['1200.00'],
    pricePerLicense: ['120.00'],
    licenseLimit: ['3'],
    planName: ['Standard'],
    format: ['csv'],
    billingType: ['monthly'],
    billingStatus: ['active'],
    kind: ['ticket'],
    owner: ['none'],
    cursor: [], // Derived from an answer, which is compared itself.
  },
}

/** These differ in every call: session times, the own activity, durations of health checks, signing times. */
const CHANGING = /^(account\.sessions|personalData\.readOwn|overview\.health|licenseFiles\.revocations)/

/** Activity of colleagues, including the test's own calls. */
const still = (answer: string | undefined) => answer?.replace(/"lastSeen":"[^"]*"/g, '"lastSeen":""')

let before: Map<string, string>[]
let after: Map<string, string>[]

const walk = () => Promise.all(readers.map(([, person]) => readEverything(person, values)))

beforeAll(async () => {
  before = await walk()
  await actInternally()
  after = await walk()
}, 240_000)

/** Everything that staff and another organization do without this organization noticing. */
async function actInternally() {
  const admin = await signIn({ role: 'admin' })
  const done = [
    await agent.call(messages.create, { params: ticket, body: { message: canaries.note, isInternal: true } }),
    await agent.call(tickets.change, { params: ticket, body: { assigneeId: assignee.id } }),
    await agent.call(tickets.bulk, { body: { ids: [ticket.id], assigneeId: null } }),
    await agent.call(tickets.change, { params: ticket, body: { assigneeId: assignee.id } }),
    await agent.call(documents.create, {
      body: { title: canaries.draft, content: canaries.content, tags: [canaries.tag] },
    }),
    await agent.call(documents.change, { params: draft, body: { title: `${canaries.draft} again` } }),
    await agent.call(cannedReplies.create, { body: { title: canaries.reply, text: canaries.reply } }),
    await admin.call(supportDesk.setTargets, {
      body: { targets: [{ priority: 'medium', firstResponseHours: 1, resolutionHours: 1 }] },
    }),
    await agent.call(customerNotes.create, { params: { id: organizationId }, body: { text: canaries.customerNote } }),
    await admin.call(customers.setTags, { params: { id: organizationId }, body: { tags: [canaries.customerTag] } }),
    await admin.call(customers.setOwner, { params: { id: organizationId }, body: { ownerId: assignee.id } }),
    await victim.call(tickets.create, { body: { title: canaries.foreign, description: canaries.foreign } }),
    await victim.call(messages.create, { params: foreign, body: { message: canaries.foreignNote } }),
  ]
  expect(done.map(({ status }) => status)).toEqual([201, 200, 200, 200, 201, 200, 201, 200, 201, 200, 200, 201, 201])
  const internal = await makeMessage(db, ticket, { userId: agent.user.id, isInternal: true, message: canaries.note })
  const bytes = Buffer.from(canaries.bytes)
  const { id } = await makeAttachment(platform, internal, { fileName: `${canaries.file}.txt`, bytes })
  values.params.attachmentId?.push(id)
}

test('every part of an address that can be read is tried', () => {
  expect(unknownParts(values)).toEqual([])
  expect(readable.length).toBeGreaterThan(40)
})

test.each(readers.map(([who], place) => [who, place] as const))(
  '%s reads nothing internal, no draft and nothing of another organization, whatever is asked [R-ROLE-22 R-ROLE-35]',
  (_who, place) => {
    const told = [...(after[place] ?? [])].flatMap(([call, answer]) =>
      [...answer.matchAll(CANARY)].map(([word]) => [call, word]),
    )
    expect(told).toEqual([])
  },
)

test.each(readers.map(([who], place) => [who, place] as const))(
  '%s cannot tell that anything internal happened: no byte of any answer is another one',
  (_who, place) => {
    const changed = [...(before[place] ?? [])].filter(
      ([call, answer]) => !CHANGING.test(call) && still(after[place]?.get(call)) !== still(answer),
    )
    expect(changed.map(([call, answer]) => [call, answer, after[place]?.get(call)])).toEqual([])
    expect(before[place]?.get(`tickets.list /api/tickets`)).toContain('200\n')
    expect(before[place]?.get(`audit.list /api/audit?group=support`)).toBeDefined()
  },
)

test('the same walk shows the vendor’s people all of it', async () => {
  const seen = [...(await readEverything(agent, values)).values()].join('\n')
  expect([...new Set(seen.match(CANARY))].toSorted()).toEqual(Object.values(canaries).toSorted())
}, 60_000)

test('the answers to a customer’s message and rating reveal nothing internal', async () => {
  const answers = [
    await opener.call(messages.create, {
      params: ticket,
      body: { message: 'Is there an update?', isInternal: true },
    }),
    await agent.call(tickets.change, { params: ticket, body: { status: 'resolved' } }),
    await opener.call(tickets.rate, { params: ticket, body: { rating: 4 } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
  const [word, , rated] = answers
  expect(JSON.stringify([word, rated])).not.toMatch(CANARY)
  expect(rated?.body).toMatchObject({ assigneeId: null, assigneeName: null, firstResponse: null, resolution: null })
  const refused = await Promise.all([
    opener.call(messages.create, { params: foreign, body: { message: 'Hello?' } }),
    opener.call(tickets.rate, { params: foreign, body: { rating: 1 } }),
    opener.call(tickets.change, { params: ticket, body: { assigneeId: opener.user.id } }),
    opener.call(tickets.bulk, { body: { ids: [foreign.id], status: 'closed' } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 403, 403])
})

test('the email has only public messages and goes to no one else', async () => {
  await agent.call(messages.create, { params: ticket, body: { message: 'A public word after it.' } })
  await agent.call(messages.create, { params: ticket, body: { message: canaries.note, isInternal: true } })
  for (const mail of await db.select().from(ticketMails)) await mailTicket(platform, mail)
  const addresses = readers.map(([, { user }]) => user.email)
  const sent = await db.select().from(emails).where(inArray(emails.to, addresses))
  expect(sent.map(({ to }) => to)).toEqual([opener.user.email])
  expect(JSON.stringify(sent)).toContain('A public word after it.')
  expect(JSON.stringify(sent)).not.toMatch(CANARY)
})

test('streams only public events to a customer’s page', async () => {
  await startHearing()
  const stream = await listen(opener, ticket.id)
  const params = ticket
  await agent.call(messages.create, { params, body: { message: canaries.note, isInternal: true } })
  await agent.call(tickets.change, { params, body: { priority: 'low' } })
  expect(await stream.next()).toBe('changed')
  await agent.call(tickets.change, { params, body: { assigneeId: null } })
  await agent.call(messages.create, { params, body: { message: 'A public word.' } })
  expect(await stream.next()).toBe('message')
  await stream.close()
})
