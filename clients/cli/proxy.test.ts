import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const seen: (string | undefined)[] = []
const proxy = http.createServer()
proxy.on('connect', ({ url, headers }, socket) => {
  seen.push(url, headers['proxy-authorization'])
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const address = `http://build:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`
afterAll(() => proxy.close())

/** Lists licenses in this environment and returns the exit code. */
const listWith = (environment: Record<string, string>) =>
  new Promise<unknown>((resolve) => {
    const { PATH = '' } = process.env
    const env = { PATH, LATCHKEY_TOKEN: `lk_${'A'.repeat(49)}`, ...environment }
    const words = [path.join(import.meta.dirname, 'latchkey.ts'), 'license', 'list', '--wait', '0']
    execFile(process.execPath, words, { env }, (failure) => resolve(failure?.code ?? 0))
  })

test('reaches a portal through the proxy of the environment, except where it shall not', async () => {
  const LATCHKEY_SERVER = 'https://portal.invalid'
  expect(await listWith({ LATCHKEY_SERVER, HTTPS_PROXY: address })).toBe(2)
  const credentials = `Basic ${Buffer.from('build:secret').toString('base64')}`
  expect(seen.splice(0)).toEqual(['portal.invalid:443', credentials])
  expect(await listWith({ LATCHKEY_SERVER, HTTPS_PROXY: address, NO_PROXY: 'portal.invalid' })).toBe(2)
  expect(seen).toEqual([])
})

test('reaches a portal on this computer without the proxy of the environment', async () => {
  const portal = http.createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  const LATCHKEY_SERVER = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  expect(await listWith({ LATCHKEY_SERVER, HTTP_PROXY: address, HTTPS_PROXY: address })).toBe(0)
  portal.close()
  expect(seen).toEqual([])
})
