import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { files } from '#contract/releases/files.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { app, signIn } from '#server/testing/testing.ts'
import { newCommand, serverBetween } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await app.listen({ port: 0, host: '127.0.0.1' })
const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-streams-'))
afterAll(() => rmSync(folder, { recursive: true }))

function start(token: string, words: string[], stdio: StdioOptions) {
  const { PATH = '' } = process.env
  const env = { PATH, LATCHKEY_SERVER: server, LATCHKEY_TOKEN: token }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'latchkey.ts'), ...words], { env, stdio })
  return { child, ended: once(child, 'exit').then(([code]: unknown[]) => code) }
}

test('a release is published although the log of its progress was closed', async () => {
  const admin = await signIn({ role: 'admin' })
  const { token } = await withToken(admin, ['uploads:write', 'releases:read', 'releases:write'])
  const file = path.join(folder, 'Setup.exe')
  writeFileSync(file, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(8_000_000)]))
  const words = ['release', 'publish', file, '--version', '2.4.1', '--draft']
  const { child, ended } = start(token, words, ['ignore', 'ignore', 'pipe'])
  await once(child.stderr!, 'data')
  child.stderr!.destroy()
  expect(await ended).toBe(0)
  expect((await admin.call(files.versions)).body).toMatchObject([{ version: '2.4.1', state: 'draft' }])
})

test('a result that cannot be printed is no refusal of the portal', async () => {
  const owner = await signIn()
  const { token } = await withToken(owner, ['licenses:write'])
  const readOnly = openSync(import.meta.filename, 'r')
  const { child, ended } = start(token, ['license', 'create', '--label', 'Counter'], ['ignore', readOnly, 'pipe'])
  closeSync(readOnly)
  expect(await text(child.stderr!)).toBe('Can’t print the result: EBADF.\n')
  expect(await ended).toBe(70)
  expect((await owner.call(licenses.list)).body).toMatchObject([{ label: 'Counter' }])
})

test.each([
  ['is deleted', () => {}, () => 'The file changed while it was uploaded. Run the command again once it is complete.'],
  ['can’t be read any more', mkdirSync, (file: string) => `Can’t read ${file}: EISDIR.`],
])('a file that %s while it is uploaded ends the upload without more attempts', async (_what, replace, message) => {
  const { token } = await withToken(await signIn({ role: 'admin' }), ['uploads:write', 'releases:read'])
  const file = path.join(folder, 'Gone.exe')
  writeFileSync(file, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(1_000_000)]))
  const seen: string[] = []
  const between = await serverBetween(server, ({ method = '', url = '' }, response) => {
    if (!url.startsWith('/api/objects/put/')) return
    seen.push(method)
    if (method === 'PUT') response.writeHead(503).end()
    else {
      rmSync(file, { force: true, recursive: true })
      replace(file)
    }
  })
  const { code, error } = await newCommand(between.url, token)('release', 'publish', file, '--version', '9.9.9')
  between.close()
  expect([code, seen]).toEqual([2, ['PUT', 'GET']])
  expect(error.trimEnd().split('\n').at(-1)).toBe(message(file))
})
