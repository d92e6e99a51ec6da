import { expect, test } from 'vitest'
import { newSecret, otpauthUrl, stepOf } from './totp.ts'

/** '12345678901234567890', the secret of the test vectors in RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('at second %d the code is the one of RFC 6238', (seconds, code) => {
  expect(stepOf(SECRET, code, seconds)).toBe(Math.floor(seconds / 30))
})

test('a clock may be one step ahead or behind, and no more', () => {
  const at = (seconds: number) => stepOf(SECRET, '081804', seconds)
  const shown = 1_111_111_080
  const step = shown / 30
  expect([at(shown - 31), at(shown - 30), at(shown), at(shown + 59), at(shown + 60)]).toEqual([
    null,
    step,
    step,
    step,
    null,
  ])
})

test('each secret is 160 random bits, and its link names the product and the person', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const { protocol, pathname, searchParams } = new URL(otpauthUrl(secret, 'Latchkey', 'thandi@acme.example'))
  expect(protocol).toBe('otpauth:')
  expect(decodeURIComponent(pathname)).toContain('Latchkey:thandi@acme.example')
  expect(searchParams.get('secret')).toBe(secret)
})
