import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { licenseFiles } from '#contract/license-files.ts'
import { makeLicense } from '#server/database/seed/licenses.ts'
import { app, caller, db, signIn } from '#server/testing/testing.ts'

const run = promisify(execFile)
const hasMono = ['mcs', 'mono'].every((program) => spawnSync(program, ['--version']).status === 0)

const folder = mkdtempSync(path.join(tmpdir(), 'csharp-'))
const program = path.join(folder, 'test.exe')
afterAll(() => rmSync(folder, { recursive: true }))

const sources = (...folders: string[]) =>
  folders.flatMap((name) => {
    const directory = path.join(import.meta.dirname, name)
    return readdirSync(directory).map((file) => path.join(directory, file))
  })

const LIBRARIES = ['-r:System.Numerics', '-r:System.Security']
const compile = (out: string, files: string[]) =>
  run('mcs', ['-langversion:7', '-warnaserror', `-out:${out}`, ...LIBRARIES, ...files])

const reason = hasMono ? '' : ' (skipped: mcs and mono are not installed)'

describe.skipIf(!hasMono)(`what a C# application copies${reason}`, { timeout: 60_000 }, () => {
  test('compiles without a warning, with its example', async () => {
    await compile(program, sources('Latchkey', 'Test'))
    const stubs = path.join(import.meta.dirname, 'Test', 'Stubs.cs')
    await compile(path.join(folder, 'example.exe'), [...sources('Latchkey', 'Example'), stubs])
  })

  test('answers every vector as it says', async () => {
    const vectors = path.join(import.meta.dirname, '..', 'vectors', 'vectors.json')
    const { stdout } = await run('mono', [program, 'vectors', vectors])
    expect(stdout).toMatch(/^\d+ vectors, 0 differ\n$/)
  })

  test('activates at a real server, goes on without it, and gives the license back', async () => {
    const server = await app.listen({ port: 0, host: '127.0.0.1' })
    const owner = await signIn()
    const { licenseKey } = await makeLicense(db, { organizationId: owner.organizationId })
    const { keys } = (await caller().call(licenseFiles.keys)).body
    const trusted = keys.map(({ kid, publicKey }) => `${kid}=${publicKey}`)
    const { stdout } = await run('mono', [program, 'server', server, licenseKey, ...trusted])
    expect(stdout).toMatch(/changes were told: True\n$/)
  })
})
