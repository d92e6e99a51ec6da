import { expect, test } from 'vitest'
import { returnPath, signInAddress } from './return-path.ts'

for (const path of [
  '/',
  '/licenses',
  '/licenses?history=1&search=a%20b',
  '/support?ticket=7',
  '/admin/users?status=pending',
])
  test(`returns to ${path} after signing in`, () => {
    expect(returnPath(path)).toBe(path)
    const { searchParams } = new URL(signInAddress(path), 'http://portal')
    expect(searchParams.get('next') ?? '/').toBe(path)
  })

for (const given of [
  '//evil.example',
  String.raw`/\evil.example`,
  'https://evil.example/',
  'http://portal/licenses',
  'javascript:alert(1)',
  'licenses',
  '/.//evil.example',
  '/licenses/..//evil.example',
  String.raw`/licenses\..\\evil.example`,
  '/\t/evil.example',
  '/\n\\evil.example',
  '/auth',
  '/auth/',
  '/auth?next=/licenses',
  '/auth/sso',
  '/auth/sso?code=abc&state=def',
  '/auth/%73so/',
  '/auth/sso/0190c3f4',
  '/signup',
  '/%61uth',
  '/licenses/../signup',
  '/%',
  `/${'a'.repeat(1000)}`,
  '',
  null,
  undefined,
  7,
])
  test(`does not lead to ${JSON.stringify(given)?.slice(0, 40)}`, () => {
    expect(returnPath(given)).toBeUndefined()
  })

test('drops the fragment', () => {
  expect(returnPath('/licenses?create=1#top')).toBe('/licenses?create=1')
})

test('the dashboard and the sign-in page themselves need no return path', () => {
  expect(signInAddress('/')).toBe('/auth')
  expect(signInAddress('/auth?tab=sign-up')).toBe('/auth')
  expect(signInAddress('/auth/sso?code=abc')).toBe('/auth')
})

test('the address of the sign-in page stays readable, and its own query whole', () => {
  expect(signInAddress('/licenses?history=1&search=a#b')).toBe('/auth?next=/licenses?history=1%26search=a')
})
