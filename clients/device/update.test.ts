import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicKeyOf } from '#clients/vectors/signing.ts'
import { newDevice } from './testing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'update-'))
const bytes = Buffer.from('bytes of version 2')
let server = ''
let sent = bytes

/** A feed with one newer version. */
const feed = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', server)
  if (pathname === '/file') return void response.end(sent)
  if (!pathname.startsWith('/updates/token/beta/')) return void response.writeHead(404).end('{"keys":[]}')
  if (searchParams.get('version') === '2.0.0') return void response.writeHead(204).end()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  response.end(JSON.stringify({ version: '2.0.0', fileName: 'Setup.exe', downloadUrl: `${server}/file`, sha256 }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  server = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`
})
afterAll(() => {
  feed.close()
  rmSync(folder, { recursive: true })
})

test('keeps a downloaded version only if its SHA-256 is the published one', { timeout: 60_000 }, async () => {
  const { run, state, file } = newDevice(folder, server)
  const keys = { 'rfc8032-1': publicKeyOf('rfc8032-1') }
  writeFileSync(state, JSON.stringify({ deviceFingerprint: 'PC-1', keys, licensing: { updateToken: 'token' } }))
  const ask = (version: string, ...more: string[]) =>
    run('update', '--channel', 'beta', '--app-version', version, ...more)
  expect(await ask('2.0.0')).toMatchObject({ code: 0, out: '✔ Version 2.0.0 is up to date.\n' })
  expect((await ask('1.0.0')).out).toBe('✔ Version 2.0.0 is available: Setup.exe.\n')

  const setup = file('Setup.exe')
  sent = Buffer.from('other bytes')
  expect(await ask('1.0.0', '--file', setup)).toMatchObject({ code: 1, out: expect.stringMatching(/SHA-256 differs/) })
  expect([existsSync(setup), existsSync(`${setup}.part`)]).toEqual([false, false])
  sent = bytes
  expect((await ask('1.0.0', '--file', setup)).code).toBe(0)
  expect(readFileSync(setup)).toEqual(bytes)
  expect(await run('update', '--app-version', '1.0.0')).toMatchObject({ code: 2 })
})
