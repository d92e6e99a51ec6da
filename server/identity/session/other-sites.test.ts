import { expect, test } from 'vitest'
import { session } from '#contract/identity/session.ts'
import { account } from '#server/testing/identity/session.ts'
import { PASSWORD, app, stranger } from '#server/testing/testing.ts'

test.each([
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['origin', 'http://localhost:3000.evil.example'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
])('a write that another site caused is refused (%s: %s)', async (header, value) => {
  const user = await account()
  const answer = await stranger().call(session.login, {
    body: { email: user.email, password: PASSWORD },
    headers: { [header]: value },
  })
  expect(answer.status).toBe(403)
  expect(answer.cookies).toEqual([])
})

test('the portal’s own page may write, but only with JSON', async () => {
  const user = await account()
  const body = { email: user.email, password: PASSWORD }
  const headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  expect((await stranger().call(session.login, { body, headers })).status).toBe(200)
  const form = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  expect(form.statusCode).toBe(415)
  const text = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify(body),
  })
  expect(text.statusCode).toBe(415)
})
