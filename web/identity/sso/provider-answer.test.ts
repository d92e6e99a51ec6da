import { expect, test } from 'vitest'
import { SSO_EXPIRED } from '#contract/identity/sso.ts'
import { PROVIDER_REFUSED, readProviderAnswer } from './provider-answer.ts'

const organizationId = '0190c3f4-5b1a-7c3d-8e2f-1a2b3c4d5e6f'
const readAt = (search: string, pathname = `/auth/sso/${organizationId}`) => readProviderAnswer({ pathname, search })

test('reads what the identity provider answered', () => {
  expect(readAt('?code=a%2Bb&state=s&iss=https%3A%2F%2Flogin.example&session_state=x')).toEqual({
    answer: { organizationId, code: 'a+b', state: 's', iss: 'https://login.example' },
  })
  expect(readAt('?code=a&state=s&organizationId=b')).toEqual({ answer: { organizationId, code: 'a', state: 's' } })
  expect(readAt(`?code=a&state=s&organizationId=${organizationId}`, '/auth/sso')).toEqual({ refusal: SSO_EXPIRED })
})

test('shows the code of an error, and no text of the address', () => {
  const refusalOf = (error: string) =>
    readAt(`?error=${encodeURIComponent(error)}&error_description=Call+0900&code=a&state=s`).refusal
  expect(refusalOf('access_denied')).toBe(`${PROVIDER_REFUSED} Code: access_denied`)
  for (const error of ['', 'Call 0900 now', 'a'.repeat(41), '<b>', 'access_denied\n']) {
    expect(refusalOf(error)).toBe(PROVIDER_REFUSED)
  }
})

for (const search of ['', '?code=a', '?state=s', '?code=&state=s', `?code=${'a'.repeat(4001)}&state=s`])
  test(`starts again after ${JSON.stringify(search.slice(0, 20))}`, () => {
    expect(readAt(search)).toEqual({ refusal: SSO_EXPIRED })
  })
