import { isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoiceDrafts } from '#contract/billing/invoice-drafts.ts'
import { invoices } from '#contract/billing/invoices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { auditActions, type AuditAction } from '#contract/operations/audit/audit-actions.ts'
import { eventsFor, examplePayload, webhookEvents } from '#contract/operations/audit/webhook-events.ts'
import { MOST_REPLAYED, webhooks } from '#contract/operations/webhooks.ts'
import { only, type Database } from '#server/database/database.ts'
import { audit, auditMany } from '#server/platform/audit.ts'
import { systemActor } from '#server/platform/actor.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { PUBLIC_URL, addWebhook, deliveriesOf } from '#server/testing/operations/webhooks.ts'
import { list, addEntry } from '#server/testing/operations/audit.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

const create = (person: Person, label = 'Reception') => person.call(licenses.create, { body: { label } })
const typesTo = async (webhook: { id: string }) => (await deliveriesOf(webhook)).map(({ type }) => type)

test('an event is written with its audit entry, to the webhooks of its organization and of the vendor', async () => {
  const [owner, other, admin] = [await signIn(), await signIn(), await signIn({ role: 'admin' })]
  const [own, foreign, vendors] = [
    await addWebhook(owner, PUBLIC_URL),
    await addWebhook(other, PUBLIC_URL),
    await addWebhook(admin, PUBLIC_URL),
  ]
  const { body: license } = await create(owner)
  const [delivery] = await deliveriesOf(own)
  expect(delivery).toMatchObject({
    eventId: expect.stringMatching(/^evt_\d+$/),
    type: 'license.created',
    status: 'pending',
    payload: {
      type: 'license.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        organizationId: owner.organizationId,
        actor: { kind: 'user', id: owner.user.id, name: 'Lerato Dlamini' },
        subject: { kind: 'license', id: license.id },
        changes: { label: [null, 'Reception'] },
      },
    },
  })
  expect(await deliveriesOf(foreign)).toEqual([])
  expect(await deliveriesOf(vendors)).toMatchObject([{ eventId: delivery!.eventId, payload: delivery!.payload }])
})

test('an event of a transaction that is rolled back does not exist', async () => {
  const owner = await signIn()
  const webhook = await addWebhook(owner, PUBLIC_URL)
  const entry = { action: 'license.created', organizationId: owner.organizationId } as const
  const failing = db.transaction(async (tx) => {
    await audit(tx, systemActor, entry)
    throw new Error('Refused')
  })
  await expect(failing).rejects.toThrow('Refused')
  expect(await typesTo(webhook)).toEqual([])
  await db.transaction((tx) => audit(tx, systemActor, entry))
  expect(await typesTo(webhook)).toEqual(['license.created'])
})

test('a webhook gets the events that it asks for, while it is on', async () => {
  const owner = await signIn()
  const [some, off] = [
    await addWebhook(owner, PUBLIC_URL, { events: ['license.updated'] }),
    await addWebhook(owner, PUBLIC_URL),
  ]
  await owner.call(webhooks.change, { params: off, body: { isEnabled: false } })
  const { body: license } = await create(owner)
  await owner.call(licenses.change, { params: license, body: { label: 'Front desk' } })
  expect([await typesTo(some), await typesTo(off)]).toEqual([['license.updated'], []])
})

test('customers get staff as one team, and nothing internal', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  const [own, vendors] = [
    await addWebhook(owner, PUBLIC_URL),
    await addWebhook(admin, PUBLIC_URL, { events: ['organization.suspended', 'license.suspended'] }),
  ]
  const { body: license } = await create(owner)
  await owner.call(webhooks.change, { params: own, body: { events: ['license.suspended'] } })
  const params = { id: owner.organizationId }
  const suspended = await admin.call(organizations.suspend, {
    params,
    body: { suspend: true, reason: 'Canary reason' },
  })
  expect(suspended.status).toBe(200)
  const [, ofLicense] = await deliveriesOf(own)
  expect(ofLicense?.payload.data).toMatchObject({
    actor: { kind: 'user', id: null, name: 'Support team' },
    subject: { kind: 'license', id: license.id },
    changes: { status: ['unassigned', 'inactive'] },
  })
  expect(await typesTo(vendors)).toEqual(expect.arrayContaining(['organization.suspended', 'license.suspended']))
  const sent = JSON.stringify([await deliveriesOf(own), await deliveriesOf(vendors)])
  expect(sent).not.toContain('Canary reason')
  expect(sent).not.toContain(admin.ip)
  expect(JSON.stringify(await deliveriesOf(own))).not.toContain(admin.user.id)
})

test('a draft of an invoice reaches customers once it is issued', async () => {
  const [owner, admin] = [await signIn(), await signIn({ role: 'admin' })]
  const [own, vendors] = [await addWebhook(owner, PUBLIC_URL), await addWebhook(admin, PUBLIC_URL)]
  const { organizationId } = owner
  const lines = [{ description: 'Training', quantity: 1, price: '500.00' }]
  const { body: draft } = await admin.call(invoiceDrafts.create, { body: { organizationId, lines } })
  expect(await typesTo(own)).toEqual([])
  expect(await typesTo(vendors)).toEqual(['invoice.created'])
  const actions = (await list(owner)).body.map(({ action }) => action)
  expect(actions).toContain('webhook.created')
  expect(actions).not.toContain('invoice.created')
  await admin.call(invoices.setStatus, { params: { id: draft.id }, body: { status: 'issued' } })
  expect(await deliveriesOf(own)).toMatchObject([
    { type: 'invoice.status-changed', payload: { data: { changes: { status: ['draft', 'issued'] } } } },
  ])
})

test('refused actions, and actions that are not events, are not sent', async () => {
  const owner = await signIn()
  const webhook = await addWebhook(owner, PUBLIC_URL)
  await db.transaction(async (tx) => {
    const about = { organizationId: owner.organizationId }
    await audit(tx, systemActor, { ...about, action: 'license.created', outcome: 'refused' })
    await audit(tx, systemActor, { ...about, action: 'session.opened' })
    await audit(tx, systemActor, { ...about, action: 'version.published' })
  })
  expect(await typesTo(webhook)).toEqual([])
})

test('replaying sends what was missed, and once what was sent', async () => {
  const owner = await signIn()
  await addEntry(owner.organizationId, { action: 'license.revoked', actorKind: 'system' })
  const webhook = await addWebhook(owner, PUBLIC_URL)
  await create(owner)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const { body } = await owner.call(webhooks.replay, { params: webhook, body: { since } })
  expect(body.count).toBe(2)
  expect((await typesTo(webhook)).toSorted()).toEqual(['license.created', 'license.revoked'])
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
  expect((await owner.call(webhooks.replay, { params: webhook, body: { since: old } })).status).toBe(400)
})

const HOUR = 3_600_000

/** Entries of the last hour, a second apart. */
const insertHistory = (organizationId: string | null, actions: AuditAction[]) =>
  db.insert(auditLog).values(
    actions.map((action, index) => ({
      organizationId,
      action,
      actorKind: 'system' as const,
      createdAt: new Date(Date.now() - HOUR + index * 1000).toISOString(),
    })),
  )

test('replaying counts only events that are sent, so that others leave no event out', async () => {
  const owner = await signIn()
  await insertHistory(owner.organizationId, [
    ...Array<AuditAction>(MOST_REPLAYED).fill('ticket.assigned'),
    'license.revoked',
  ])
  const webhook = await addWebhook(owner, PUBLIC_URL)
  const since = new Date(Date.now() - 2 * HOUR).toISOString()
  const { body } = await owner.call(webhooks.replay, { params: webhook, body: { since } })
  expect(body).toEqual({ count: 1, nextSince: null })
  expect(await typesTo(webhook)).toEqual(['license.revoked'])
})

test('replaying more events than one call sends continues at the time in the answer', async () => {
  const owner = await signIn()
  await insertHistory(owner.organizationId, Array<AuditAction>(MOST_REPLAYED + 2).fill('license.revoked'))
  const webhook = await addWebhook(owner, PUBLIC_URL)
  const replaySince = async (since: string) =>
    (await owner.call(webhooks.replay, { params: webhook, body: { since } })).body
  const { count, nextSince } = await replaySince(new Date(Date.now() - 2 * HOUR).toISOString())
  expect([count, await replaySince(nextSince ?? '')]).toEqual([MOST_REPLAYED, { count: 2, nextSince: null }])
  expect(await typesTo(webhook)).toHaveLength(MOST_REPLAYED + 2)
})

test('each event is an audit action with an example, and customers choose among their own', () => {
  expect(webhookEvents.length).toBeGreaterThan(60)
  expect(auditActions).toEqual(expect.arrayContaining(webhookEvents))
  expect(eventsFor('organization')).not.toContain('version.published')
  for (const event of webhookEvents) expect(examplePayload(event)).toMatchObject({ type: event })
})

test('entries written together keep their order and their text', async () => {
  const owner = await signIn()
  const webhook = await addWebhook(owner, PUBLIC_URL)
  const labels = ['Reception', '"quoted"', '{a,b}', 'back\\slash', "it's", 'NULL', '', 'line\nline', '日本 🔑']
  const { organizationId } = owner
  const actor = { ...systemActor, name: '{"Jobs", NULL}' }
  const entries = labels.map((label) => ({
    action: 'license.updated' as const,
    organizationId,
    changes: { label: [null, label] as [unknown, unknown] },
  }))
  await db.transaction((tx) => auditMany(tx, actor, entries))
  const written = (await list(owner)).body.filter(({ action }) => action === 'license.updated')
  expect(written.map(({ changes }) => changes['label']?.[1]).toReversed()).toEqual(labels)
  expect(new Set(written.map(({ actorName, ip }) => [actorName, ip].join()))).toEqual(new Set(['{"Jobs", NULL},']))
  const sent = (await deliveriesOf(webhook)).map(({ payload }) => payload.data.changes['label']?.[1])
  expect(new Set(sent)).toEqual(new Set(labels))
})

/** Rows of webhooks that this transaction has read. */
const countReads = async (tx: Database) => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname = 'webhook_endpoints'`)
  return only(rows).count
}

test('an event reads only webhooks of its organization and of the vendor, however many others there are', async () => {
  const owner = await signIn()
  const writing = db.transaction(async (tx) => {
    await tx.execute(sql`
      with others as (insert into organizations (name, contact_email)
        select 'Other ' || number, 'office@other.example' from generate_series(1, 2000) number returning id)
      insert into webhook_endpoints (organization_id, url, secret) select id, ${PUBLIC_URL}, 'secret' from others`)
    await tx.execute(sql`analyze webhook_endpoints`)
    const before = await countReads(tx)
    await audit(tx, systemActor, { action: 'license.created', organizationId: owner.organizationId })
    throw new Error(`${(await countReads(tx)) - before} read`)
  })
  const vendors = await db.$count(webhookEndpoints, isNull(webhookEndpoints.organizationId))
  await expect(writing).rejects.toThrow(`${vendors} read`)
})
