import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { reasonToSkip as withoutMono, run } from '#clients/csharp/compile.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { makeInOrder } from '#server/testing/licensing/licenses.ts'
import { app, db, inDays, signIn } from '#server/testing/testing.ts'

const require = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '../../..')
const folder = await mkdtemp(path.join(root, 'node_modules', '.clients-'))
afterAll(() => rm(folder, { recursive: true }))

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const document = path.join(folder, 'openapi.json')
await writeFile(document, (await app.inject({ url: '/developers/openapi.json' })).body)

/** openapi-typescript needs the compiler as a library, which TypeScript 7 is not. This package contains an earlier one. */
const WITH_LIBRARY = `
import { registerHooks } from 'node:module'
const library = '${pathToFileURL(require.resolve('@ts-morph/common/dist/typescript.js')).href}'
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? library : name, context) })
`

const PROGRAM = `
import type { components, paths } from './api.ts'
type List = paths['/api/licenses']['get']
type Query = NonNullable<List['parameters']['query']>
type Rows = List['responses'][200]['content']['application/json']

export async function readLabels(portal: string, token: string): Promise<string[]> {
  const query: Query = { limit: '10', status: 'unassigned', sort: '-label' }
  const answer = await fetch(portal + '/api/licenses?' + new URLSearchParams(query), { headers: { authorization: 'Bearer ' + token } })
  const rows: Rows = await answer.json()
  const first: components['schemas']['License'] | undefined = rows[0]
  // @ts-expect-error There is no such field.
  void first?.nothing
  return rows.map(({ label }) => label)
}
`

type Program = { readLabels: (portal: string, token: string) => Promise<string[]> }

const OPTIONS =
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2024 --module nodenext --allowImportingTsExtensions'

test('types that openapi-typescript generates compile strictly, and a program with them calls the API', async () => {
  await writeFile(path.join(folder, 'hook.mjs'), WITH_LIBRARY)
  await writeFile(path.join(folder, 'program.ts'), PROGRAM)
  const generator = path.join(path.dirname(require.resolve('openapi-typescript')), '../bin/cli.js')
  const types = path.join(folder, 'api.ts')
  await run(process.execPath, ['--import', path.join(folder, 'hook.mjs'), generator, document, '-o', types])
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, ...OPTIONS.split(' '), path.join(folder, 'program.ts')]).catch(
    ({ stdout }: { stdout: string }) => expect.fail(stdout),
  )

  const person = await signIn()
  await makeInOrder(person.organizationId, ['Reception', 'Workshop'])
  const { token } = await withToken(person, ['licenses:read'])
  const program = (await import(path.join(folder, 'program.ts'))) as Program
  expect(await program.readLabels(`http://127.0.0.1:${port}`, token)).toEqual(['Workshop', 'Reception'])
})

const CHECKS = `
import json, re, sys
document = json.load(open(sys.argv[1]))
patterns, references = set(), set()
def visit(node):
    if isinstance(node, dict):
        if isinstance(node.get('pattern'), str): patterns.add(node['pattern'])
        if isinstance(node.get('$ref'), str): references.add(node['$ref'])
        for part in node.values(): visit(part)
    if isinstance(node, list):
        for part in node: visit(part)
visit(document)
for pattern in patterns: re.compile(pattern)
for reference in references:
    target = document
    for name in reference[2:].split('/'): target = target[name]
print(len(patterns), len(references))
`

const reasonToSkip = spawnSync('python3', ['--version']).status === 0 ? '' : ' (skipped: python3 is not installed)'

test.skipIf(reasonToSkip)(`Python compiles every pattern and finds every reference${reasonToSkip}`, async () => {
  const { stdout } = await run('python3', ['-c', CHECKS, document])
  const [patterns = 0, references = 0] = stdout.split(' ').map(Number)
  expect(patterns).toBeGreaterThan(5)
  expect(references).toBeGreaterThan(200)
})

const CSHARP = `
using System;
using System.Net.Http;
using System.Net.Http.Headers;
using Latchkey;

static class Program
{
    static void Main(string[] arguments)
    {
        var http = new HttpClient { BaseAddress = new Uri(arguments[0]) };
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", arguments[1]);
        var portal = new LatchkeyClient(http);
        foreach (License license in portal.Licenses_listAsync("10", null, null, null, null, null, null, null).Result)
            Console.WriteLine(license.Label + " " + license.Status + " " + (license.LastCheckIn?.UtcDateTime.ToString("o") ?? "never"));
        try { portal.Invoices_listAsync("10", null, null, null, null).Wait(); }
        catch (AggregateException refusal)
        {
            var failure = (ApiException<ApiFailure>)refusal.InnerException;
            Console.WriteLine(failure.StatusCode + " " + failure.Result.Message);
        }
        var key = new DevicesValidateBody { LicenseKey = "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", DeviceFingerprint = "none" };
        Decision decision = portal.Devices_validateAsync(null, key).Result;
        int? seconds = decision.CheckIn?.IntervalSeconds;
        Console.WriteLine(decision.Code + " " + seconds);
    }
}
`

test.skipIf(withoutMono)(`a C# client that NSwag generates compiles and calls the API${withoutMono}`, async () => {
  const nswag = path.join(path.dirname(require.resolve('nswag/package.json')), 'bin/binaries/Win')
  const client = path.join(folder, 'Client.cs')
  const options = ['/namespace:Latchkey', '/classname:LatchkeyClient', '/useBaseUrl:false']
  await run('mono', [
    path.join(nswag, 'NSwag.exe'),
    'openapi2csclient',
    `/input:${document}`,
    `/output:${client}`,
    ...options,
  ])
  await writeFile(path.join(folder, 'Program.cs'), CSHARP)
  await copyFile(path.join(nswag, 'Newtonsoft.Json.dll'), path.join(folder, 'Newtonsoft.Json.dll'))
  const program = path.join(folder, 'program.exe')
  const libraries = ['System.Net.Http', 'System.ComponentModel.DataAnnotations', 'System.Runtime.Serialization']
  const references = [...libraries, path.join(folder, 'Newtonsoft.Json.dll')].map((name) => `-r:${name}`)
  await run('mcs', ['-nowarn:0162', `-out:${program}`, ...references, client, path.join(folder, 'Program.cs')])

  const person = await signIn()
  const { organizationId } = person
  const yesterday = inDays(-1)
  const { id: licenseId } = await makeActiveLicense(db, { organizationId, label: 'Reception', createdAt: yesterday })
  await makeCheckIn(db, { licenseId, organizationId, lastCheckIn: '2026-11-02T08:00:00Z' })
  await makeLicense(db, { organizationId, label: 'Workshop' })
  const { token } = await withToken(person, ['licenses:read'])
  const { stdout } = await run('mono', [program, `http://127.0.0.1:${port}`, token])
  expect(stdout.trim().split('\n')).toEqual([
    'Workshop Unassigned never',
    'Reception Active 2026-11-02T08:00:00.0000000Z',
    expect.stringMatching(/^403 .*invoices:read/),
    'NOT_FOUND',
  ])
})
