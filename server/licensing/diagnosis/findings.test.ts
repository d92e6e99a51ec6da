import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import { LicenseStatus } from '#contract/licensing/licenses.ts'
import { decide } from '#server/licensing/devices/decision/decision.ts'
import type { LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import { rules } from '#server/licensing/devices/decision/rules.ts'
import { examine } from './actions.ts'

const NOW = new Date('2026-03-20T08:00:00.000Z')
const UUIDS = ['4C4C4544-0039-4B10-8031-B7C04F4A4432', '9F3A1C77-0039-4B10-8031-B7C04F4A4432']
const PLACEHOLDER = '00000000-0000-0000-0000-000000000000'

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

/** Any facts about a license. */
const facts = fc
  .record({
    status: fc.constantFrom(...LicenseStatus.options),
    deviceFingerprint: orNull(fc.constantFrom(...UUIDS)),
    deviceName: orNull(fc.constant('PC-1')),
    isSuspended: fc.boolean(),
    subscriptionStatus: orNull(fc.constantFrom(...SubscriptionStatus.options)),
    overdueSince: orNull(fc.integer({ min: 0, max: 30 }).map(daysAgo)),
    lastCheckIn: orNull(fc.integer({ min: 0, max: 100 }).map(daysAgo)),
  })
  .map((some): LicenseFacts => ({
    ...some,
    id: randomUUID(),
    label: 'Reception',
    fingerprintKey: some.deviceFingerprint && normalizeFingerprint(some.deviceFingerprint),
    deviceOs: null,
    keyHash: Buffer.alloc(32),
    billingStatus: 'paid',
    organizationId: randomUUID(),
    organizationName: 'Acme Mining',
    subscriptionEndsAt: null,
    features: null,
    now: NOW,
  }))

test('what was decided and what was found never contradict each other, whatever is known', () => {
  const asked = orNull(fc.constantFrom(...UUIDS, PLACEHOLDER))
  fc.assert(
    fc.property(facts, asked, (license, fingerprint) => {
      const { valid, code, detail } = decide(license, { fingerprint })
      const findings = examine({ license, fingerprint })
      const decisive = findings.findIndex(({ outcome }) => outcome === 'failed')
      const place = decisive === -1 ? findings.length : decisive
      expect(findings.map((finding) => finding.code)).toEqual(rules.map((rule) => rule.code))
      expect(findings.map(({ outcome }) => outcome)).toEqual(
        findings.map((_finding, at) => (at < place ? 'passed' : at === place ? 'failed' : 'skipped')),
      )
      expect(valid).toBe(decisive === -1)
      expect(findings[decisive]?.code ?? 'VALID').toBe(code)
      expect(detail).toContain(findings[decisive]?.detail ?? 'valid')
    }),
    { numRuns: 2000 },
  )
})

test('every rule has a statement to check, a fact and an instruction', () => {
  expect(new Set(rules.map(({ question }) => question)).size).toBe(rules.length)
  const [license] = fc.sample(facts, 1)
  const situation = { license: license!, fingerprint: null }
  for (const { question, fact, advice, fix } of rules) {
    expect(question).toMatch(/^[A-Z].{10,}[^.?]$/)
    for (const sentence of [fact, advice, fix]) expect(sentence(situation)).toMatch(/^[A-Z].{10,}\.$/)
  }
})
