import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LicenseChanges, LicenseDraft } from './changes.ts'
import {
  LicenseStatus,
  canAssign,
  canBecome,
  canDelete,
  canMove,
  canRestore,
  canRevoke,
  needsOrganizationAdmin,
} from './licenses.ts'
import { movesUsedUp } from './moves.ts'
import { isQuotaFull } from './usage.ts'

type LicenseState = { status: LicenseStatus; offlineUntil: string | null }

const statusesFor = (allowed: (license: LicenseState) => boolean, offlineUntil: string | null = null) =>
  LicenseStatus.options.filter((status) => allowed({ status, offlineUntil }))

test('each change starts from its statuses and no others [R-STATE-28 R-STATE-29 R-STATE-30 R-STATE-33]', () => {
  expect(statusesFor(canRevoke)).toEqual(['active'])
  expect(statusesFor(canRestore)).toEqual(['revoked'])
  expect(statusesFor(canAssign)).toEqual(['unassigned', 'assigned'])
  expect(statusesFor(canDelete)).toEqual(['unassigned'])
  expect(statusesFor((license) => canBecome(license, 'revoked'))).toEqual(['active'])
})

test('what runs on a device without internet is moved, not given to another one', () => {
  const until = '2026-03-03T00:00:00.000Z'
  expect([statusesFor(canMove), statusesFor(canMove, until)]).toEqual([['active'], ['active', 'assigned']])
  expect(statusesFor(canAssign, until)).toEqual(['unassigned'])
})

test('a license that has moved too often says when it can again', () => {
  expect(movesUsedUp('2026-03-05T23:59:00.000Z')).toBe(
    'This license has moved to another device 3 times in 30 days. It can move again after Mar 05, 2026. Support can allow it sooner.',
  )
})

test('only a device makes a license active [R-API-32]', () => {
  for (const status of ['active', 'inactive', 'nonsense']) {
    expect(z.safeParse(LicenseChanges, { status }).success).toBe(false)
  }
})

test('a label is required and trimmed [R-VAL-30 R-VAL-33]', () => {
  expect(z.parse(LicenseDraft, { label: '  Reception ' }).label).toBe('Reception')
  for (const label of ['', '   ', undefined, null, 7, 'a'.repeat(121), 'a\0b']) {
    expect(z.safeParse(LicenseDraft, { label }).success).toBe(false)
  }
})

test('a UUID is trimmed and may have any shape [R-VAL-36 R-VAL-38]', () => {
  expect(z.parse(LicenseChanges, { deviceFingerprint: '  not-a-uuid ' }).deviceFingerprint).toBe('not-a-uuid')
})

test('nothing to change, or a device for a license that is being revoked, makes no sense', () => {
  expect(z.safeParse(LicenseChanges, {}).success).toBe(false)
  expect(z.safeParse(LicenseChanges, { status: 'revoked', deviceFingerprint: 'x' }).success).toBe(false)
})

test('revoking and restoring are for everyone, the rest for admins [R-ROLE-38 R-ROLE-39]', () => {
  expect(
    [{ status: 'revoked' }, { status: 'unassigned' }].map((changes) =>
      needsOrganizationAdmin(changes as LicenseChanges),
    ),
  ).toEqual([false, false])
  const others: LicenseChanges[] = [
    { label: 'x' },
    { description: null },
    { deviceFingerprint: 'x' },
    { status: 'assigned' },
    { status: 'revoked', label: 'x' },
  ]
  expect(others.map(needsOrganizationAdmin)).toEqual(others.map(() => true))
})

test('the quota is full at its limit [R-STATE-35]', () => {
  expect([
    isQuotaFull({ used: 4, limit: 5 }),
    isQuotaFull({ used: 5, limit: 5 }),
    isQuotaFull({ used: 6, limit: 5 }),
  ]).toEqual([false, true, true])
})
