import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedKeys } from '#clients/testing/published-keys.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { app, db, signIn } from '#server/testing/testing.ts'
import { compile, keyArguments, reasonToSkip, run, sources } from './compile.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'csharp-'))
const program = path.join(folder, 'test.exe')
let server = ''
beforeAll(async () => {
  server = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rmSync(folder, { recursive: true }))

async function licenseAndKeys() {
  const owner = await signIn()
  const { licenseKey } = await makeLicense(db, { organizationId: owner.organizationId })
  return { licenseKey, trusted: keyArguments(await publishedKeys()) }
}

describe.skipIf(reasonToSkip)(`the C# client${reasonToSkip}`, { timeout: 60_000 }, () => {
  test('compiles without warnings, with its example', async () => {
    await compile(program, sources('Latchkey', 'Test'))
    const stubs = ['HttpStubs.cs', 'BouncyCastleStubs.cs'].map((file) => path.join(import.meta.dirname, 'Test', file))
    await compile(path.join(folder, 'example.exe'), [...sources('Latchkey', 'Example'), ...stubs])
  })

  test('returns the expected result for every vector', async () => {
    const vectors = path.join(import.meta.dirname, '..', 'vectors', 'vectors.json')
    const { stdout } = await run('mono', [program, 'vectors', vectors])
    expect(stdout).toMatch(/^\d+ vectors, 0 differ\n$/)
  })

  test('follows every rule of the client', async () => {
    const rules = path.join(import.meta.dirname, '..', 'vectors', 'client-rules.json')
    const { stdout } = await run('mono', [program, 'rules', rules])
    expect(stdout).toMatch(/^\d+ rules, 0 differ\n$/)
  })

  test('the example names the key that is a placeholder and exits with 64', async () => {
    const failure = await run('mono', [path.join(folder, 'example.exe'), '--enroll', 'ENR-1']).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/^Public key 'k0123abcd' isn't 32 bytes/),
    })
  })

  test('the example says that it cannot read a file and exits with 64', async () => {
    const example = path.join(import.meta.dirname, 'Example', 'Program.cs')
    const working = path.join(folder, 'Program.cs')
    const code = readFileSync(example, 'utf8').replaceAll(/REPLACE-WITH[^"]*/g, Buffer.alloc(32).toString('base64'))
    writeFileSync(working, code.replace('new BouncyCastleEd25519()', 'new Latchkey.Test.TestEd25519()'))
    const stubs = ['HttpStubs.cs', 'BouncyCastleStubs.cs', 'TestEd25519.cs'].map((file) =>
      path.join(import.meta.dirname, 'Test', file),
    )
    await compile(path.join(folder, 'working.exe'), [...sources('Latchkey'), working, ...stubs])
    const failure = await run('mono', [path.join(folder, 'working.exe'), 'import', 'no.lic']).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 64, stderr: expect.stringMatching(/^Could not find file .*no\.lic"\n$/) })
  })

  test('survives every fault of stores, networks, keys, clocks and listeners', async () => {
    const { licenseKey, trusted } = await licenseAndKeys()
    const { stdout } = await run('mono', [
      program,
      'faults',
      server,
      licenseKey,
      path.join(folder, 'faults'),
      ...trusted,
    ])
    expect(stdout).toMatch(/every fault: survived\n$/)
  })

  test('activates at a real server, works without it and releases the license', async () => {
    const { licenseKey, trusted } = await licenseAndKeys()
    const { stdout } = await run('mono', [program, 'server', server, licenseKey, ...trusted])
    expect(stdout).toMatch(/changes were announced: True\n$/)
  })
})
