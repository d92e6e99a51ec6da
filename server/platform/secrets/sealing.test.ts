import { expect, test } from 'vitest'
import { createSeal } from './sealing.ts'

const SECRET = 'a secret of the operator, thirty-two characters or more'

test('only the secret opens a sealed value', () => {
  const { seal, open } = createSeal({ secret: SECRET })
  const sealed = seal('private key')
  expect(sealed).not.toContain('private key')
  expect(seal('private key')).not.toBe(sealed)
  expect(open(sealed)).toBe('private key')
  expect(() => createSeal({ secret: `${SECRET}.` }).open(sealed)).toThrow('SEALING_SECRET is not the value')
  expect(() => createSeal().open(sealed)).toThrow('Set SEALING_SECRET')
})

test('what was changed is not read', () => {
  const { seal, open } = createSeal({ secret: SECRET })
  const sealed = seal('private key')
  for (const place of [12, 30, 50]) {
    const changed = `${sealed.slice(0, place)}${sealed[place] === 'A' ? 'B' : 'A'}${sealed.slice(place + 1)}`
    expect(() => open(changed)).toThrow('not the value')
  }
})

test('without a secret things stay as they are, and can still be read when there is one', () => {
  expect(createSeal().seal('private key')).toBe('private key')
  expect(createSeal({ secret: SECRET }).open('private key')).toBe('private key')
})
