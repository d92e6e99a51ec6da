import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { EXPIRY_PAST, MAX_KEYS, TOO_MANY_KEYS, enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { audit } from '#contract/operations/audit.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { enrollmentKeys as keyTable } from '#server/database/schema/licensing/licenses.ts'
import { idempotencyKeys } from '#server/database/schema/platform.ts'
import { change, create, draft, ownerWithKey, remove, storedKey } from '#server/testing/licensing/enrollment-keys.ts'
import { suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays, signIn, statusesOf, type Person, times } from '#server/testing/testing.ts'

const list = (person: Person, query: object = {}) => person.call(enrollmentKeys.list, { query })

const trail = ({ id }: { id: string }) =>
  db
    .select({ action: auditLog.action, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.subjectKind, 'enrollment-key')))
    .orderBy(auditLog.id)

describe('a new key', () => {
  test('is returned once and never stored', async () => {
    const owner = await signIn()
    const { status, body } = await create(owner, { label: '  Lab roll-out ', maxUses: 30, expiresAt: inDays(30) })
    expect(status).toBe(201)
    expect(body).toMatchObject({ label: 'Lab roll-out', maxUses: 30, uses: 0, isPaused: false, isExpired: false })
    expect(body.enrollmentKey).toMatch(/^ENR(-[0-9A-HJKMNP-TV-Z]{5}){5}$/)
    expect(body.hint).toBe(body.enrollmentKey.slice(-5))
    const { body: rows } = await list(owner)
    expect(rows).toEqual([expect.objectContaining({ id: body.id, hint: body.hint })])
    const everything = JSON.stringify([rows, await storedKey(body), await trail(body)])
    expect(everything).not.toContain(body.enrollmentKey)
    expect(everything).not.toContain(body.enrollmentKey.slice(4, 24))
  })

  test('is not kept for a repetition of the call either', async () => {
    const owner = await signIn()
    const headers = { 'idempotency-key': 'once' }
    const { body } = await owner.call(enrollmentKeys.create, { body: draft, headers })
    const kept = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, owner.user.id))
    expect(body.enrollmentKey).toMatch(/^ENR-/)
    expect(kept).toEqual([])
  })

  test.each([
    ['no name', { label: ' ' }, 'Name is required'],
    ['a long name', { label: 'x'.repeat(121) }, 'Must be at most 120 characters'],
    ['an expiry in the past', { ...draft, expiresAt: inDays(-1) }, EXPIRY_PAST],
    ['an expiry that is no time', { ...draft, expiresAt: 'tomorrow' }, undefined],
    ['an expiry in the year 10000', { ...draft, expiresAt: '9999-12-31T23:59:59-12:00' }, undefined],
    ['an expiry that rounds to it', { ...draft, expiresAt: '9999-12-31T23:59:59.9999Z' }, undefined],
    ['an offset of a day', { ...draft, expiresAt: '2099-12-31T23:59:59-23:59' }, 'offset of a time'],
    ['no uses at all', { ...draft, maxUses: 0 }, 'Uses must be a whole number from 1 to 100,000'],
    ['half a use', { ...draft, maxUses: 1.5 }, 'Uses must be a whole number from 1 to 100,000'],
    ['too many uses', { ...draft, maxUses: 100_001 }, 'Uses must be a whole number from 1 to 100,000'],
  ])('is refused with %s', async (_what, body, sentence) => {
    const owner = await signIn()
    const refused = await create(owner, body)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(sentence ?? 'expiresAt')
    expect((await list(owner)).body).toEqual([])
  })

  test('is one of a hundred at most, also when eight are made at once', async () => {
    const owner = await signIn()
    const row = { organizationId: owner.organizationId, ...draft, hint: 'AAAAA' }
    const rows = Array.from({ length: MAX_KEYS - 3 }, (_, index) => ({
      ...row,
      keyHash: Buffer.from(`${owner.user.id}${index}`),
    }))
    await db.insert(keyTable).values(rows)
    const answers = await times(8, () => create(owner))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe(TOO_MANY_KEYS)
    const page = await list(owner, { limit: '60' })
    expect([page.body.length, page.headers['x-total-count']]).toEqual([60, String(MAX_KEYS)])
    expect(page.headers.link).toContain('cursor=')
  })
})

describe('changing a key', () => {
  test('renames it, and gives it another end and another limit', async () => {
    const { owner, key } = await ownerWithKey({ free: 0 })
    const expiresAt = inDays(3)
    const { status, body } = await change(owner, key, { label: 'Warehouse', expiresAt, maxUses: 5 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ label: 'Warehouse', expiresAt, maxUses: 5 })
    expect((await change(owner, key, { expiresAt: null, maxUses: null })).body).toMatchObject({
      label: 'Warehouse',
      expiresAt: null,
      maxUses: null,
    })
    expect((await trail(key)).map(({ action }) => action)).toEqual([
      'enrollment-key.created',
      'enrollment-key.updated',
      'enrollment-key.updated',
    ])
  })

  test('pauses and resumes it, and audits each once', async () => {
    const { owner, key } = await ownerWithKey({ free: 0 })
    expect((await change(owner, key, { isPaused: true })).body.isPaused).toBe(true)
    expect((await change(owner, key, { isPaused: true })).body.isPaused).toBe(true)
    expect((await change(owner, key, { isPaused: false })).body.isPaused).toBe(false)
    expect((await trail(key)).slice(1)).toEqual([
      { action: 'enrollment-key.paused', changes: { isPaused: [false, true] } },
      { action: 'enrollment-key.resumed', changes: { isPaused: [true, false] } },
    ])
  })

  test('does not ask an expired key for another end before it can be renamed', async () => {
    const { owner, key } = await ownerWithKey({ free: 0 })
    const expiresAt = inDays(-1)
    await db.update(keyTable).set({ expiresAt }).where(eq(keyTable.id, key.id))
    const { status, body } = await change(owner, key, { label: 'Renamed', expiresAt })
    expect([status, body.isExpired]).toEqual([200, true])
    expect((await change(owner, key, { expiresAt: inDays(-2) })).message).toBe(EXPIRY_PAST)
  })

  test('allows no fewer uses than there have been', async () => {
    const { owner, key } = await ownerWithKey({ free: 0, maxUses: 5 })
    await db.update(keyTable).set({ uses: 3 }).where(eq(keyTable.id, key.id))
    const refused = await change(owner, key, { maxUses: 2 })
    expect([refused.status, refused.message]).toEqual([409, 'This key has been used 3 times already'])
    expect((await change(owner, key, { maxUses: 3 })).status).toBe(200)
  })

  test.each([[{}], [{ isPaused: 'yes' }], [{ label: '' }], [{ expiresAt: inDays(-1) }], [{ maxUses: -1 }]])(
    'is refused with %j',
    async (body) => {
      const { owner, key } = await ownerWithKey({ free: 0 })
      expect((await change(owner, key, body)).status).toBe(400)
    },
  )
})

test('a deleted key is gone, once', async () => {
  const { owner, key } = await ownerWithKey({ free: 0 })
  const answers = await times(8, () => remove(owner, key))
  expect(statusesOf(answers)).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  expect((await list(owner)).body).toEqual([])
  expect((await trail(key)).map(({ action }) => action)).toEqual(['enrollment-key.created', 'enrollment-key.deleted'])
})

test('another organization’s keys are not there [R-ROLE-41]', async () => {
  const { key } = await ownerWithKey({ free: 0 })
  const stranger = await signIn()
  expect((await list(stranger)).body).toEqual([])
  expect((await change(stranger, key, { label: 'Mine' })).status).toBe(404)
  expect((await remove(stranger, key)).status).toBe(404)
  expect((await storedKey(key)).label).toBe(draft.label)
})

test('customers and agents have nothing to do with keys', async () => {
  const { owner, key } = await ownerWithKey({ free: 0 })
  for (const person of [await owner.colleague('customer'), await signIn({ role: 'agent' })]) {
    const answers = [
      await list(person),
      await create(person),
      await change(person, key, draft),
      await remove(person, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  }
})

test('an admin sees all keys and chooses the organization of a new one', async () => {
  const { owner, key } = await ownerWithKey({ free: 0 })
  const admin = await signIn({ role: 'admin' })
  expect((await list(admin)).body.map(({ id }) => id)).toContain(key.id)
  expect((await create(admin)).status).toBe(400)
  const { organizationId } = owner
  expect((await create(admin, { ...draft, organizationId })).body.organizationId).toBe(organizationId)
  expect((await create(admin, { ...draft, organizationId: admin.user.id })).status).toBe(404)
  const stranger = await signIn()
  expect((await create(owner, { ...draft, organizationId: stranger.organizationId })).body).toMatchObject({
    organizationId,
  })
  expect((await change(admin, key, { isPaused: true })).status).toBe(200)
})

test('a suspended organization’s keys stay as they are', async () => {
  const { owner, key, organizationId } = await ownerWithKey({ free: 0 })
  const admin = await signIn({ role: 'admin' })
  await suspend(organizationId)
  for (const { status, message } of [
    await create(owner),
    await create(admin, { ...draft, organizationId }),
    await change(owner, key, { isPaused: true }),
    await remove(admin, key),
  ])
    expect([status, message]).toEqual([403, 'Organization is suspended'])
  expect((await list(owner)).body).toHaveLength(1)
})

test('the audit log names a key, finds it, and counts it among what is done with licenses', async () => {
  const { owner, key } = await ownerWithKey({ free: 0, label: 'Warehouse Midrand' })
  const { body } = await owner.call(audit.list, { query: { group: 'license', search: 'midrand' } })
  expect(body).toEqual([
    expect.objectContaining({ action: 'enrollment-key.created', subjectId: key.id, subjectName: 'Warehouse Midrand' }),
  ])
})
