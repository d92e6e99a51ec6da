import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { app } from '#server/testing/testing.ts'

const DAY = 86_400_000

const read = async () => {
  const answer = await app.inject({ url: '/.well-known/security.txt', headers: { host: '10.0.0.5' } })
  const fields = Array.from(answer.body.matchAll(/^([\w-]+): (.+)$/gm), ([, name = '', value = '']) => [name, value])
  return { answer, fields: Object.fromEntries(fields) as Record<string, string> }
}

test('anyone can read where to report a security flaw, on any host', async () => {
  const { answer, fields } = await read()
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(fields).toMatchObject({
    Contact: 'mailto:sales@example.com',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
  })
})

test('it expires in half a year, counted from today', async () => {
  const { fields } = await read()
  const left = new Date(fields.Expires ?? '').getTime() - Date.now()
  expect(left / DAY).toBeGreaterThan(178)
  expect(left / DAY).toBeLessThanOrEqual(180)
})

test.each([
  [{ SALES_EMAIL: 'sales@vendor.example' }, 'mailto:sales@vendor.example'],
  [{ SECURITY_CONTACT: 'security@vendor.example' }, 'mailto:security@vendor.example'],
  [{ SECURITY_CONTACT: 'https://vendor.example/security' }, 'https://vendor.example/security'],
])('the contact of %o', (settings, contact) => {
  expect(readConfig(settings).securityContact).toBe(contact)
})

test('a contact that is neither an address nor a page ends the start', () => {
  expect(() => readConfig({ SECURITY_CONTACT: 'the office' })).toThrow('The setting SECURITY_CONTACT is not usable')
  expect(() => readConfig({ SECURITY_CONTACT: 'http://vendor.example' })).toThrow('SECURITY_CONTACT')
})
