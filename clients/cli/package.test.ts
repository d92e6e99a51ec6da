import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, expect, test } from 'vitest'
import { root } from '#clients/packages/product.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { app, signIn } from '#server/testing/testing.ts'
import { newCommand } from './testing.ts'

const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

await run(process.execPath, [path.join(root, 'clients/packages/cli.ts'), '--to', folder], { cwd: root })
const packed = path.join(folder, globSync('latchkey-cli-*.tgz', { cwd: folder })[0] ?? '')

test(
  'npx runs the package without a registry and publishes a release that a device is offered',
  { timeout: 120_000 },
  async () => {
    const server = await app.listen({ port: 0, host: '127.0.0.1' })
    const admin = await signIn({ role: 'admin' })
    const { token } = await withToken(admin, ['uploads:write', 'releases:read', 'releases:write', 'releases:publish'])
    const device = await installed()
    const bytes = Buffer.concat([Buffer.from('MZ'), randomBytes(2_000_000)])
    writeFileSync(path.join(folder, 'Setup.exe'), bytes)
    writeFileSync(path.join(folder, 'notes.md'), '## New features\n- Dark mode\n')
    const npx = ['npm', 'exec', '--offline', '--yes', '--package', packed, '--', 'latchkey']
    const latchkey = newCommand(server, token, npx, folder)
    const words = ['release', 'publish', 'Setup.exe', '--version', '7.0.0', '--notes', 'notes.md', '--latest']
    expect(await latchkey(...words)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^✔ Version 7\.0\.0 is published/),
    })
    expect((await device.read('update.json')).json()).toMatchObject({
      version: '7.0.0',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect((await latchkey('release', 'list', '--rollout', '1')).code).toBe(64)
  },
)

test('the package contains its program alone and needs no other package', { timeout: 60_000 }, async () => {
  await run('tar', ['xzf', packed, '-C', folder])
  const unpacked = path.join(folder, 'package')
  expect(globSync('**/*.*', { cwd: unpacked }).toSorted()).toEqual([
    'README.md',
    'dist/bin/latchkey.js',
    'package.json',
  ])
  expect((await publint({ pkgDir: unpacked, pack: false, strict: true })).messages).toEqual([])
  const manifest = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8')) as object
  expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([])
  const program = readFileSync(path.join(unpacked, 'dist/bin/latchkey.js'), 'utf8')
  for (const own of [root, homedir(), tmpdir(), 'node_modules']) expect(program).not.toContain(own)
  for (const [, imported] of program.matchAll(/^import .* from "(.*)";$/gm)) expect(imported).toMatch(/^node:/)
})
