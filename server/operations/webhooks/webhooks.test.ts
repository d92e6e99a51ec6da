import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { viewings } from '#contract/identity/viewings.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { INVALID_URL, MAX_WEBHOOKS, TOO_MANY_WEBHOOKS, WEBHOOK_OFF, webhooks } from '#contract/operations/webhooks.ts'
import { isPublic, readTarget } from '#server/platform/http/outbound/targets.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { actionsAbout, entriesAbout } from '#server/testing/identity/users.ts'
import { recordStatements } from '#server/testing/lock-order.ts'
import { PUBLIC_URL, addWebhook, deliveriesOf } from '#server/testing/operations/webhooks.ts'
import { db, signIn, statusesOf, type Person } from '#server/testing/testing.ts'

const urlsOf = async (person: Person) => (await person.call(webhooks.list)).body.map(({ id }) => id)
const create = (person: Person, draft: object = {}) =>
  person.call(webhooks.create, { body: { url: PUBLIC_URL, ...draft } })

test('a webhook is created, changed and deleted, its secret is shown once, and the audit log names only its host', async () => {
  const owner = await signIn()
  const { status, body } = await create(owner, { description: 'Ours' })
  expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)])
  expect(JSON.stringify((await owner.call(webhooks.list)).body)).not.toContain(body.secret)
  const changed = await owner.call(webhooks.change, { params: body, body: { events: ['license.created'] } })
  expect(changed.body).toMatchObject({ url: PUBLIC_URL, description: 'Ours', events: ['license.created'] })
  expect((await owner.call(webhooks.remove, { params: body })).status).toBe(200)
  expect(await urlsOf(owner)).toEqual([])
  expect(await actionsAbout(body.id)).toEqual(['webhook.created', 'webhook.updated', 'webhook.deleted'])
  expect(JSON.stringify(await entriesAbout(body.id))).not.toContain('/hook')
})

test('API tokens and staff who view the portal as a customer see no path of an address, which may be a secret', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  await addWebhook(owner, 'https://93.184.215.14/services/T00/secret?key=1')
  const viewed = { params: { id: owner.user.id }, body: { reason: 'Nothing arrives' } }
  expect((await admin.call(viewings.start, viewed)).status).toBe(201)
  for (const reader of [await withToken(owner, ['audit:read']), admin]) {
    const { body } = await reader.call(webhooks.list)
    expect(body.map(({ url }) => url)).toEqual(['https://93.184.215.14/…'])
  }
})

test('changing a webhook or replacing its secret reads it once, when it is locked', async () => {
  const owner = await signIn()
  const webhook = await addWebhook(owner, PUBLIC_URL)
  for (const change of [
    () => owner.call(webhooks.change, { params: webhook, body: { description: 'Ours' } }),
    () => owner.call(webhooks.rotateSecret, { params: webhook }),
    () => owner.call(webhooks.replay, { params: webhook, body: { since: new Date().toISOString() } }),
  ]) {
    const statements = await recordStatements(change)
    const reads = statements.filter((text) => /^select .* from "webhook_endpoints" where/s.test(text))
    expect(reads).toEqual([expect.stringMatching(/for no key update$/)])
  }
})

test('a webhook belongs to its organization or to the vendor, and no other reaches it', async () => {
  const [owner, other, admin] = [await signIn(), await signIn(), await signIn({ role: 'admin' })]
  const [own, vendors] = [await addWebhook(owner, PUBLIC_URL), await addWebhook(admin, PUBLIC_URL)]
  await owner.call(licenses.create, { body: { label: 'Reception' } })
  const [delivery] = await deliveriesOf(own)
  expect(await urlsOf(await owner.colleague('org_admin'))).toEqual([own.id])
  expect(await urlsOf(other)).toEqual([])
  expect(await urlsOf(await signIn({ role: 'admin' }))).toContain(vendors.id)
  expect(await urlsOf(admin)).not.toContain(own.id)
  for (const stranger of [other, admin]) {
    const body = { isEnabled: false }
    const since = new Date(Date.now() - 60_000).toISOString()
    const answers = [
      await stranger.call(webhooks.change, { params: own, body }),
      await stranger.call(webhooks.rotateSecret, { params: own }),
      await stranger.call(webhooks.remove, { params: own }),
      await stranger.call(webhooks.test, { params: own }),
      await stranger.call(webhooks.deliveries, { params: own }),
      await stranger.call(webhooks.replay, { params: own, body: { since } }),
      await stranger.call(webhooks.resend, { params: delivery! }),
    ]
    expect(statusesOf(answers)).toEqual(answers.map(() => 404))
  }
  expect((await owner.call(webhooks.change, { params: vendors, body: { isEnabled: false } })).status).toBe(404)
  for (const role of ['agent', 'customer'] as const) {
    const colleague = role === 'agent' ? await signIn({ role }) : await owner.colleague(role)
    expect((await create(colleague)).status).toBe(403)
    expect((await colleague.call(webhooks.deliveries, { params: own })).status).toBe(403)
  }
})

test('deliveries are read in pages, and one is sent again with its id', async () => {
  const owner = await signIn()
  const webhook = await addWebhook(owner, PUBLIC_URL)
  for (const label of ['One', 'Two', 'Three']) await owner.call(licenses.create, { body: { label } })
  const first = await owner.call(webhooks.deliveries, { params: webhook, query: { limit: 2 } })
  expect([first.body.length, first.headers['x-total-count']]).toEqual([2, '3'])
  const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1]
  const second = await owner.call(webhooks.deliveries, { params: webhook, query: { limit: 2, cursor } })
  expect([...first.body, ...second.body].map(({ payload }) => payload)).toMatchObject(
    ['Three', 'Two', 'One'].map((label) => ({ data: { changes: { label: [null, label] } } })),
  )
  const [one] = second.body
  expect((await owner.call(webhooks.list)).body).toMatchObject([
    { lastDelivery: { status: 'pending', lastAttemptAt: null } },
  ])
  await db.execute(sql`update webhook_deliveries set status = 'failed', attempts = 10, next_attempt_at = null
    where endpoint_id = ${webhook.id}`)
  const again = await owner.call(webhooks.resend, { params: one! })
  expect(again.body).toMatchObject({ id: one!.id, eventId: one!.eventId, status: 'pending', attempts: 0 })
  expect((await entriesAbout(webhook.id)).at(-1)).toMatchObject({
    action: 'webhook.replayed',
    actorId: owner.user.id,
    organizationId: owner.organizationId,
    changes: { events: [null, 1] },
  })
  await owner.call(webhooks.change, { params: webhook, body: { isEnabled: false } })
  for (const endpoint of [webhooks.test, webhooks.resend])
    expect((await owner.call(endpoint, { params: endpoint === webhooks.test ? webhook : one! })).message).toBe(
      WEBHOOK_OFF,
    )
})

test.each([
  'http://203.1.113.7/hook',
  'ftp://203.1.113.7/hook',
  'https://user:password@203.1.113.7/hook',
  'https://127.0.0.1/hook',
  'https://2130706433/hook',
  'https://0x7f.1/hook',
  'https://10.1.2.3/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/hook',
  'https://0.0.0.0/hook',
  'https://[::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://[fd00::1]/hook',
  'https://[fe80::1]/hook',
  'https://[64:ff9b::a00:1]/hook',
  'https://[2002:a00:1::]/hook',
  'https://localhost/hook',
  'nonsense',
])('%s is refused when saved', async (url) => {
  const owner = await signIn()
  const { status, body } = await create(owner, { url })
  expect([status, body]).toMatchObject([400, { errors: { url: expect.any(String) } }])
  const webhook = await addWebhook(owner, PUBLIC_URL)
  expect((await owner.call(webhooks.change, { params: webhook, body: { url } })).status).toBe(400)
})

test('public addresses are accepted, and with the operator’s setting any address', async () => {
  for (const address of ['203.1.113.7', '8.8.8.8', '2606:4700::1'])
    expect([address, isPublic(address)]).toEqual([address, true])
  for (const address of ['::7f00:1', '::', '192.0.2.1', '198.18.0.1', '224.0.0.1', '2001:db8::1', 'name'])
    expect([address, isPublic(address)]).toEqual([address, false])
  const field = { name: 'url', invalid: INVALID_URL }
  const { href } = await readTarget('http://10.0.0.1/hook#part', { isAnyAllowed: true }, field)
  expect(href).toBe('http://10.0.0.1/hook')
})

test('customers choose only events that they may see, and at most ten webhooks exist', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  for (const wrong of [['version.published'], ['session.opened'], ['nothing'], []])
    expect([wrong, (await create(owner, { events: wrong })).status]).toEqual([wrong, 400])
  expect((await create(admin, { events: ['version.published'] })).status).toBe(201)
  const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 2 }, () => create(owner)))
  expect(statusesOf(answers)).toEqual([...Array.from({ length: MAX_WEBHOOKS }, () => 201), 409, 409])
  expect((await create(owner)).message).toBe(TOO_MANY_WEBHOOKS)
})

test('test events and repetitions have a limit', async () => {
  const owner = await signIn()
  const webhook = await addWebhook(owner, PUBLIC_URL)
  const answers = await Promise.all(Array.from({ length: 61 }, () => owner.call(webhooks.test, { params: webhook })))
  expect(statusesOf(answers).slice(-2)).toEqual([201, 429])
})
