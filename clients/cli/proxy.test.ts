import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { canUseProxy, isExempt, proxyHint } from '#clients/cli/http/proxy.ts'

vi.setConfig({ testTimeout: 60_000 })

const seen: (string | undefined)[] = []
const proxy = http.createServer()
proxy.on('connect', ({ url, headers }, socket) => {
  seen.push(url, headers['proxy-authorization'])
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const bareAddress = `build:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`
const address = `http://${bareAddress}`
afterAll(() => proxy.close())

/** Lists licenses in this environment. */
const listWith = (environment: Record<string, string>, words = ['license', 'list', '--wait', '0']) =>
  new Promise<{ code: unknown; out: string; error: string }>((resolve) => {
    const { PATH = '' } = process.env
    const env = { PATH, LATCHKEY_TOKEN: `lk_${'A'.repeat(49)}`, ...environment }
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'latchkey.ts'), ...words],
      { env },
      (failure, out, error) => resolve({ code: failure?.code ?? 0, out, error }),
    )
  })

const LATCHKEY_SERVER = 'https://portal.invalid'

test.each([
  ['with', address],
  ['without', bareAddress],
])(
  'reaches a portal through the proxy of the environment, given %s http://, except where it shall not',
  async (_what, HTTPS_PROXY) => {
    expect((await listWith({ LATCHKEY_SERVER, HTTPS_PROXY })).code).toBe(2)
    const credentials = `Basic ${Buffer.from('build:secret').toString('base64')}`
    expect(seen.splice(0)).toEqual(['portal.invalid:443', credentials])
    expect((await listWith({ LATCHKEY_SERVER, HTTPS_PROXY, NO_PROXY: 'portal.invalid' })).code).toBe(2)
    expect(seen).toEqual([])
  },
)

test.each([
  'http://build:pa#secret@proxy.invalid:8080',
  'http://build:pa/secret@proxy.invalid:8080',
  'http://build:1/secret@proxy.invalid:8080',
  'http://build:secret%@proxy.invalid:8080',
  'http://build:secret@proxy.invalid:99999',
  'socks5://build:secret@proxy.invalid:1080',
])('refuses the proxy %s without showing its password', async (HTTPS_PROXY) => {
  const message =
    'HTTPS_PROXY must be an address such as http://proxy.example.com:8080. Encode special characters of its password, such as %23 for #.'
  const words = ['license', 'list', '--json']
  const { code, out, error } = await listWith({ LATCHKEY_SERVER, HTTPS_PROXY }, words)
  expect([code, JSON.parse(out), error]).toEqual([64, { error: { message, canTryAgain: false } }, ''])
  expect(await listWith({ HTTPS_PROXY }, ['--version'])).toMatchObject({ code: 0, error: '' })
})

test.each(['*', 'portal.invalid'])('ignores an invalid proxy where NO_PROXY is %s', async (NO_PROXY) => {
  for (const HTTPS_PROXY of ['socks5://proxy.invalid:1080', 'http://proxy.invalid:99999'])
    expect(await listWith({ LATCHKEY_SERVER, HTTPS_PROXY, NO_PROXY })).toMatchObject({
      code: 2,
      error: expect.stringContaining(`Can’t reach ${LATCHKEY_SERVER}`),
    })
})

test.each([
  ['https://portal.example.com', 'other.example, Portal.Example.com', true],
  ['https://portal.example.com', 'portal.example.com:443', true],
  ['https://portal.example.com', 'portal.example.com:8443', false],
  ['https://portal.example.com:8443', 'portal.example.com:8443', true],
  ['https://portal.example.com', '.example.com', true],
  ['https://portal.example.com', '*.example.com', true],
  ['https://portal.example.com', 'example.com', false],
  ['https://example.com', '.example.com', true],
  ['https://example.com', '*.example.com', false],
  ['https://badexample.com', '.example.com,*.example.com', false],
  ['https://portal.example.com', ' , ., *., -', false],
  ['https://portal.example.com', '.exam*ple.com', false],
  ['https://10.0.0.7', '10.0.0.1 - 10.0.1.0', true],
  ['https://10.0.1.1', '10.0.0.1-10.0.1.0', false],
  ['https://[2001:db8::7]', '2001:db8::7', true],
])('reads whether %s needs no proxy, given NO_PROXY=%s', (target, list, expected) => {
  expect(isExempt(new URL(target), list)).toBe(expected)
})

test.each([
  ['20.20.2', false],
  ['22.20.0', false],
  ['22.21.0', true],
  ['23.11.1', false],
  ['24.4.1', false],
  ['24.5.0', true],
  ['26.0.0', true],
])('knows whether Node.js %s can use a proxy', (version, expected) => {
  expect(canUseProxy(version)).toBe(expected)
})

test('reaches a portal on this computer without the proxy of the environment', async () => {
  const portal = http.createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  const { port } = portal.address() as AddressInfo
  const environment = { HTTP_PROXY: address, HTTPS_PROXY: address, NODE_USE_ENV_PROXY: '1' }
  expect(await listWith({ ...environment, LATCHKEY_SERVER: `http://127.0.0.1:${port}` })).toMatchObject({ code: 0 })
  const encrypted = await listWith({ ...environment, LATCHKEY_SERVER: `https://localhost:${port}` })
  portal.close()
  expect(encrypted).toMatchObject({ code: 2, error: expect.stringContaining(`Can’t reach https://localhost:${port}`) })
  expect(seen).toEqual([])
})

test('a failure says that an early Node.js does not use the proxy of the environment', () => {
  const portal = new URL('https://portal.example.com')
  const HTTPS_PROXY = 'http://proxy.invalid'
  expect(proxyHint(portal, { HTTPS_PROXY }, '20.20.2')).toBe(
    '. Node.js 20.20.2 does not use proxy settings (HTTPS_PROXY, https_proxy); 22.21+ and 24.5+ do',
  )
  expect(proxyHint(portal, { HTTPS_PROXY }, '24.5.0')).toBe('')
  expect(proxyHint(portal, { HTTPS_PROXY, NO_PROXY: 'portal.example.com' }, '20.20.2')).toBe('')
  expect(proxyHint(new URL('http://localhost:3000'), { HTTPS_PROXY }, '20.20.2')).toBe('')
  expect(proxyHint(portal, {}, '20.20.2')).toBe('')
})
