import { describe, expect, test } from 'vitest'
import { CHECK_IN, OVERDUE_GRACE_DAYS } from '#contract/licensing/devices.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { alreadyLicensed, decide, unknownKey, verdict } from './decision.ts'
import type { LicenseFacts } from './queries.ts'

const NOW = new Date('2026-03-20T08:00:00.000Z')
const DEVICE = '4C4C4544-0039-4B10-8031-B7C04F4A4432'
const ANOTHER = '9F3A1C77-0039-4B10-8031-B7C04F4A4432'
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

const healthy: LicenseFacts = {
  id: '7b8c8f5e-6a57-4a5c-9d5b-0a5b8e4c2f10',
  label: 'Reception',
  status: 'active',
  deviceFingerprint: DEVICE,
  fingerprintKey: normalizeFingerprint(DEVICE),
  deviceName: 'RECEPTION-01',
  deviceOs: 'Windows 11',
  keyHash: Buffer.alloc(32, 7),
  billingStatus: 'paid',
  lastCheckIn: daysAgo(0.5),
  organizationId: '0c6b4bd9-3d33-4f4f-8a44-6dd9fbb4d2c1',
  organizationName: 'Acme Mining',
  isSuspended: false,
  subscriptionStatus: 'active',
  subscriptionEndsAt: null,
  overdueSince: null,
  features: ['cad-export', 'reports'],
  now: NOW,
}
const free = { status: 'unassigned', deviceFingerprint: null, fingerprintKey: null, deviceName: null } as const

const ask = (changes: Partial<LicenseFacts> = {}, fingerprint: string | null = DEVICE) =>
  decide({ ...healthy, ...changes }, { fingerprint, nonce: 'n-1' })

describe('each rule', () => {
  test.each<[code: string, why: string, facts: Partial<LicenseFacts>, fingerprint?: string]>([
    ['VALID', 'an active license on its device', {}],
    ['VALID', 'a canceled subscription that is paid for still', { subscriptionStatus: 'canceled' }],
    ['NOT_ACTIVATED', 'a free license', free],
    ['NOT_ACTIVATED', 'a license set aside for this device', { status: 'assigned' }],
    ['DEVICE_MISMATCH', 'a license in use elsewhere', {}, ANOTHER],
    ['SET_ASIDE', 'a license set aside for another device', { status: 'assigned' }, ANOTHER],
    ['REVOKED', 'a revoked license', { status: 'revoked' }],
    ['INACTIVE', 'an inactive license of an active organization', { status: 'inactive' }],
    ['ORGANIZATION_SUSPENDED', 'a suspended organization', { status: 'inactive', isSuspended: true }],
    ['SUBSCRIPTION_ENDED', 'no live subscription', { subscriptionStatus: null }],
    [
      'SUBSCRIPTION_ENDED',
      'no live subscription, licenses put to sleep',
      { subscriptionStatus: null, status: 'inactive' },
    ],
    ['SUBSCRIPTION_OVERDUE', 'an unpaid subscription', { subscriptionStatus: 'unpaid' }],
    ['SUBSCRIPTION_OVERDUE', 'overdue for as long as the grace', { overdueSince: daysAgo(OVERDUE_GRACE_DAYS) }],
    ['FINGERPRINT_PLACEHOLDER', 'zeros for a UUID', {}, '00000000-0000-0000-0000-000000000000'],
    ['FINGERPRINT_PLACEHOLDER', 'letters F for a UUID', {}, '{FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF}'],
    ['FINGERPRINT_PLACEHOLDER', 'a board maker’s example', {}, '03000200-0400-0500-0006-000700080009'],
  ])('%s: %s', (code, _why, facts, fingerprint) => {
    const decision = ask(facts, fingerprint)
    expect(decision).toMatchObject({ code, valid: code === 'VALID', conclusive: true, nonce: 'n-1' })
    expect(decision.serverTime).toBe(NOW.toISOString())
    expect(decision.detail).toMatch(/^[A-Z].{20,}\.$/)
  })
})

describe('the order of the rules', () => {
  const everything: Partial<LicenseFacts> = {
    isSuspended: true,
    status: 'revoked',
    subscriptionStatus: null,
    overdueSince: daysAgo(90),
  }
  test.each<[code: string, facts: Partial<LicenseFacts>, fingerprint?: string]>([
    ['ORGANIZATION_SUSPENDED', everything, ANOTHER],
    ['REVOKED', { ...everything, isSuspended: false }, ANOTHER],
    ['DEVICE_MISMATCH', { ...everything, isSuspended: false, status: 'inactive' }, ANOTHER],
    ['SUBSCRIPTION_ENDED', { ...everything, isSuspended: false, status: 'inactive' }],
    ['INACTIVE', { status: 'inactive', overdueSince: daysAgo(90) }],
    ['SUBSCRIPTION_OVERDUE', { ...free, overdueSince: daysAgo(90) }],
  ])('%s comes before what follows it', (code, facts, fingerprint) => {
    expect(ask(facts, fingerprint).code).toBe(code)
  })
})

test('a device unlocks the features of the subscription while it may run', () => {
  const featuresOf = (facts: Partial<LicenseFacts>, fingerprint?: string) => ask(facts, fingerprint).license?.features
  expect(featuresOf({})).toEqual(['cad-export', 'reports'])
  expect(featuresOf({ features: null })).toEqual([])
  expect(featuresOf({ subscriptionStatus: 'past_due' })).toEqual(['cad-export', 'reports'])
  expect([featuresOf({ status: 'revoked' }), featuresOf({}, ANOTHER)]).toEqual([[], []])
})

test('a late payment warns during the grace and stops nothing', () => {
  const late = ask({ overdueSince: daysAgo(OVERDUE_GRACE_DAYS - 0.001), billingStatus: 'unpaid' })
  expect(late).toMatchObject({ valid: true, code: 'VALID', warnings: ['SUBSCRIPTION_PAST_DUE'] })
  expect(ask({ subscriptionStatus: 'past_due' }).warnings).toEqual(['SUBSCRIPTION_PAST_DUE'])
  expect(ask().warnings).toEqual([])
})

test('case, braces and hyphens do not make another device', () => {
  for (const spelling of [DEVICE.toLowerCase(), `{${DEVICE}}`, DEVICE.replaceAll('-', '')]) {
    expect(ask({}, spelling).code).toBe('VALID')
  }
})

test('a device that proved itself by its token needs no UUID', () => {
  expect(ask({}, null)).toMatchObject({ code: 'VALID', license: { deviceFingerprint: DEVICE } })
})

test('a license in use on a device of the same name: it may be this one before its hardware was changed', () => {
  const asked = (deviceName: string) => decide(healthy, { fingerprint: ANOTHER, deviceName })
  expect(asked('Reception-01')).toMatchObject({ code: 'DEVICE_MISMATCH', reason: 'SAME_NAME' })
  expect(asked('Reception-01').detail).toContain('this computer’s previous hardware')
  expect(asked('Reception-02')).toMatchObject({ code: 'DEVICE_MISMATCH', reason: 'IN_USE' })
})

test('dates are fields too: since when a payment is overdue, and until when devices run on', () => {
  const overdueSince = daysAgo(3)
  const until = new Date(overdueSince.getTime() + OVERDUE_GRACE_DAYS * 86_400_000).toISOString()
  expect(ask({ overdueSince })).toMatchObject({ valid: true, since: overdueSince.toISOString(), until })
  expect(ask({ overdueSince: daysAgo(20) })).toMatchObject({
    valid: false,
    since: daysAgo(20).toISOString(),
    until: null,
  })
  expect(ask()).toMatchObject({ since: null, until: null, reason: null, moves: null })
})

test('another device does not learn the UUID that would pass', () => {
  expect(ask({}, ANOTHER).license?.deviceFingerprint).toBeNull()
  expect(JSON.stringify(ask({}, ANOTHER)).toLowerCase()).not.toContain(DEVICE.toLowerCase())
})

test('the next check-in and the grace count from the last one, or from now', () => {
  const { intervalSeconds, graceDays } = CHECK_IN
  const times = (last: Date) => ({
    intervalSeconds,
    nextCheckInAt: new Date(last.getTime() + intervalSeconds * 1000).toISOString(),
    graceUntil: new Date(last.getTime() + graceDays * 86_400_000).toISOString(),
  })
  expect(ask({ lastCheckIn: daysAgo(3) }).checkIn).toEqual(times(daysAgo(3)))
  expect(ask({ lastCheckIn: null }).checkIn).toEqual(times(NOW))
  expect(ask({ status: 'revoked' }).checkIn).toBeNull()
})

test('only a refused or failed question leaves it open', () => {
  expect(verdict('RATE_LIMITED', '', NOW).conclusive).toBe(false)
  expect(verdict('SERVER_ERROR', '', NOW).conclusive).toBe(false)
  expect(verdict('VALIDATION_ERROR', '', NOW).conclusive).toBe(true)
  expect(unknownKey(NOW)).toMatchObject({
    valid: false,
    code: 'NOT_FOUND',
    conclusive: true,
    license: null,
    nonce: null,
  })
})

test('names the license that the device already has', () => {
  const decision = alreadyLicensed(ask(free), 'Warehouse')
  expect(decision).toMatchObject({ valid: false, code: 'DEVICE_HAS_LICENSE' })
  expect(decision.detail).toContain('“Warehouse”')
})
