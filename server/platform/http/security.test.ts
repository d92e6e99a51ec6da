import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { config, platform } from '#server/testing/testing.ts'

const page = '<!doctype html><title>Latchkey</title>'
const shell = await buildApp(
  { ...platform, config: { ...config, publicUrl: 'https://portal.example.com' } },
  { web: { page, scriptHashes: ["'sha256-abc'"], styleHashes: ["'sha256-def'"] } },
)

const everywhere = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const OF_PAGES =
  "default-src 'self';script-src 'self' 'sha256-abc';style-src 'self' 'sha256-def';img-src 'self' data: blob:;connect-src 'self';" +
  "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"
const OF_CALLS = "default-src 'none'; frame-ancestors 'none'"

const ask = async (url: string, host = 'portal.example.com', payload?: string) => {
  const call = { url, headers: { host, 'content-type': 'application/json' } }
  return shell.inject(payload === undefined ? call : { ...call, method: 'POST', payload })
}

test.each([
  ['a page', 200, await ask('/licenses'), OF_PAGES, 'no-cache'],
  ['a missing file', 404, await ask('/assets/none.js'), OF_PAGES, undefined],
  ['a health check', 200, await ask('/health/live'), OF_PAGES, undefined],
  ['another host', 421, await ask('/', 'evil.example'), OF_PAGES, undefined],
  ['an answer of the API', 200, await ask('/api/config'), OF_CALLS, 'no-store'],
  ['a refusal of the API', 401, await ask('/api/user'), OF_CALLS, 'no-store'],
  ['an unknown address of the API', 404, await ask('/api/nothing'), OF_CALLS, 'no-store'],
  ['a broken body', 400, await ask('/api/login', undefined, '{"cut":'), OF_CALLS, 'no-store'],
  ['an update feed with a wrong token', 400, await ask('/updates/nothing/stable/latest.yml'), OF_CALLS, 'no-store'],
])('%s carries the headers of its kind', (_what, status, answer, policy, caching) => {
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject({ ...everywhere, 'content-security-policy': policy })
  expect(answer.headers['cache-control']).toBe(caching)
})
