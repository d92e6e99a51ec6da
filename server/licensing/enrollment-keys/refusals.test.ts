import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { enrollmentKeys as keyTable } from '#server/database/schema/licensing/licenses.ts'
import { change, computer, ownerWithKey, storedKey } from '#server/testing/licensing/enrollment-keys.ts'
import { stored, suspend } from '#server/testing/licensing/licenses.ts'
import { db, inDays } from '#server/testing/testing.ts'

const EXPIRED_AT = inDays(-1)

const usesOf = async (key: { id: string }) => (await storedKey(key)).uses

describe('a refusal', () => {
  test('of an unknown key looks like that of an unknown license key, and costs as much', async () => {
    const ip = '10.200.1.1'
    const answers = []
    for (let guess = 0; guess < 11; guess++)
      answers.push(await computer({ ip }).enroll(`ENR-AAAAA-AAAAA-AAAAA-AAAAA-AAAA${guess % 10}`))
    expect(answers.slice(0, 10).every(({ status, body }) => status === 404 && body.code === 'NOT_FOUND')).toBe(true)
    expect(answers[10]).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', conclusive: false } })
    const { key } = await ownerWithKey()
    expect((await computer({ ip }).enroll(key.enrollmentKey)).status).toBe(200)
  })

  test.each([
    ['paused', { isPaused: true }, {}, 'is paused', 'KEY_PAUSED', null],
    ['expired', undefined, { expiresAt: EXPIRED_AT }, 'has expired', 'KEY_EXPIRED', EXPIRED_AT],
    ['used up', undefined, { maxUses: 3, uses: 3 }, 'has been used 3 times, the most it allows', 'KEY_USED_UP', null],
  ])('says that the key is %s', async (_state, changes, columns, words, reason, since) => {
    const { owner, key, licenses: free } = await ownerWithKey()
    if (changes) await change(owner, key, changes)
    else await db.update(keyTable).set(columns).where(eq(keyTable.id, key.id))
    const { status, body, message } = await computer().enroll(key.enrollmentKey)
    expect([status, body.code, body.valid, body.conclusive]).toEqual([403, 'ENROLLMENT_CLOSED', false, true])
    expect([body.reason, body.since]).toEqual([reason, since])
    expect(message).toContain(`“Lab roll-out” ${words}`)
    expect((await stored(free[0]?.id ?? ''))?.status).toBe('unassigned')
  })

  test('of a device with a placeholder UUID is 422', async () => {
    const { key } = await ownerWithKey()
    const answer = await computer({ fingerprint: '03000200-0400-0500-0006-000700080009' }).enroll(key.enrollmentKey)
    expect(answer).toMatchObject({ status: 422, body: { code: 'FINGERPRINT_PLACEHOLDER' } })
    expect(await usesOf(key)).toBe(0)
  })

  test('of a suspended organization says so, with or without a license', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 2 })
    const pc = computer()
    await pc.enroll(key.enrollmentKey)
    await suspend(organizationId)
    for (const one of [pc, computer()])
      expect(await one.enroll(key.enrollmentKey)).toMatchObject({
        status: 403,
        body: { code: 'ORGANIZATION_SUSPENDED', valid: false },
      })
  })

  test.each([
    ['SUBSCRIPTION_ENDED', { endedAt: inDays(-1) }],
    ['SUBSCRIPTION_OVERDUE', { status: 'past_due' as const, pastDueAt: inDays(-15) }],
  ])('is %s where the subscription stops devices', async (code, columns) => {
    const { key, organizationId, licenses: free } = await ownerWithKey()
    await db.update(subscriptions).set(columns).where(eq(subscriptions.organizationId, organizationId))
    expect(await computer().enroll(key.enrollmentKey)).toMatchObject({ status: 403, body: { code, license: null } })
    expect([(await stored(free[0]?.id ?? ''))?.status, await usesOf(key)]).toEqual(['unassigned', 0])
  })

  test('says what to do where no license is free', async () => {
    const { key, organizationId } = await ownerWithKey({ free: 0 })
    await makeActiveLicense(db, { organizationId })
    await makeLicense(db, { organizationId, deviceFingerprint: 'another computer' })
    await makeLicense(db, { organizationId, status: 'revoked' })
    const { status, body, message } = await computer().enroll(key.enrollmentKey)
    expect([status, body.code, body.reason]).toEqual([403, 'NO_SEAT_AVAILABLE', 'NO_FREE_LICENSE'])
    expect(message).toContain('has no free license for this device. Ask your administrator')
    expect(await usesOf(key)).toBe(0)
  })

  test('is a decision also where the call itself is wrong', async () => {
    const { key } = await ownerWithKey()
    const answer = await computer().enroll(key.enrollmentKey, { deviceName: '', nonce: 'n-1' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', nonce: 'n-1' } })
    expect(answer.body).toHaveProperty('errors.deviceName')
  })
})
