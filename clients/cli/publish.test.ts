import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Scope } from '#contract/endpoint.ts'
import { TOKEN_INVALID, lacksScope } from '#contract/identity/api-tokens.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { files } from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { app, db, inDays, signIn } from '#server/testing/testing.ts'
import { cuttingProxy, newCommand, serverBetween } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await app.listen({ port: 0, host: '127.0.0.1' })
const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-cli-'))
const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })
const device = await installed()

afterEach(() => db.delete(versions))
afterAll(() => rmSync(folder, { recursive: true }))

const DRAFTING: Scope[] = ['uploads:write', 'releases:read', 'releases:write']
const PUBLISHING: Scope[] = [...DRAFTING, 'releases:publish']

const commandWith = async (scopes: Scope[], address = server) =>
  newCommand(address, (await withToken(admin, scopes)).token)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function program(size = 20_000, name = 'Setup.exe') {
  const bytes = Buffer.concat([Buffer.from('MZ'), randomBytes(size - 2)])
  const own = path.join(folder, randomBytes(6).toString('hex'))
  mkdirSync(own)
  const file = path.join(own, name)
  writeFileSync(file, bytes)
  return { file, bytes, sha256: sha256(bytes) }
}

const publish = (file: string, ...more: string[]) => ['release', 'publish', file, '--version', '2.4.1', ...more]
const stored = async () => (await admin.call(files.versions)).body
const published = () =>
  db.$count(auditLog, and(eq(auditLog.action, 'version.published'), eq(auditLog.subjectKind, 'version')))

test('publishes a program that devices are then offered, with its notes', async () => {
  const run = await commandWith(PUBLISHING)
  const { file, sha256: hash } = program(3_000_000)
  const notes = path.join(folder, 'notes.md')
  writeFileSync(notes, '# Faster start\n\nStarts in a second.\n\n## Bug fixes\n\n- Prints on\n  A4 again\n')
  const { code, out, error } = await run(...publish(file, '--notes', notes, '--latest', '--architecture', 'x64'))
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^✔ Version 2\.4\.1 is published: stable, for 100% of devices, the latest\./),
  ])
  expect(error).toContain('Uploading Setup.exe: 0% of 2.9 MB\n')
  expect(error).toContain('Uploading Setup.exe: 100% of 2.9 MB\n')
  expect((await device.read('update.json')).json()).toMatchObject({ version: '2.4.1', sha256: hash })
  expect((await customer.call(downloads.releaseNotes)).body).toMatchObject({
    version: '2.4.1',
    title: 'Faster start',
    description: 'Starts in a second.',
    bugFixes: ['Prints on A4 again'],
  })
})

test('an upload whose connection breaks off twice continues, and the file is complete', async () => {
  const size = 12_000_000
  const proxy = await cuttingProxy(server, { after: 4_000_000, cuts: 2 })
  const run = await commandWith(PUBLISHING, proxy.url)
  const { file, sha256: hash } = program(size)
  const { code, error, out } = await run(...publish(file, '--json'))
  proxy.close()
  expect([code, proxy.seen.cuts]).toEqual([0, 2])
  expect(error.match(/The connection broke off: .* Continuing\./g)).toHaveLength(2)
  expect(JSON.parse(out)).toMatchObject({ result: 'published', version: { sha256: hash, fileSize: size } })
  const [first, second, last] = [proxy.seen.starts[0], proxy.seen.starts[1], proxy.seen.starts.at(-1)]
  expect(first).toBe(0)
  expect(second).toBeGreaterThanOrEqual(2_000_000)
  expect(last).toBeGreaterThanOrEqual(second! + 2_000_000)
})

test('without the scope to publish it leaves a draft, which a run with the scope publishes without another upload', async () => {
  const { file, sha256: hash } = program()
  const refused = await (await commandWith(DRAFTING))(...publish(file, '--channel', 'beta', '--rollout', '10'))
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.error).toContain(lacksScope('releases:publish'))
  expect(refused.error).toContain(`Version 2.4.1 is a draft, which an admin can publish: ${server}/admin/files`)
  const [draft] = await stored()
  expect(draft).toMatchObject({ state: 'draft', sha256: hash })
  expect(refused.error).toContain(`${server}/admin/files?publish=${draft!.id}`)

  const run = await commandWith(PUBLISHING)
  const second = await run(...publish(file))
  expect([second.code, second.error]).toEqual([0, ''])
  expect(await stored()).toMatchObject([{ state: 'published', channel: 'beta', rolloutPercent: 10 }])
  const again = await run(...publish(file))
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('already published')])
  expect((await run(...publish(file, '--rollout', '50'))).code).toBe(1)
  const promoted = await run(...publish(file, '--channel', 'stable', '--rollout', '50', '--latest'))
  expect(promoted.code).toBe(0)
  expect(await stored()).toMatchObject([{ channel: 'stable', rolloutPercent: 50, isLatest: true }])
})

test('with --draft it publishes nothing and says where a person does', async () => {
  const { code, out } = await (await commandWith(DRAFTING))(...publish(program().file, '--draft'))
  const [draft] = await stored()
  expect([code, out]).toEqual([
    0,
    `✔ Version 2.4.1 is a draft. An admin publishes it in the portal.\n  ${server}/admin/files?publish=${draft!.id}\n`,
  ])
  expect(draft?.state).toBe('draft')
})

test('another file replaces a draft on request only, and a published version never', async () => {
  const run = await commandWith(PUBLISHING)
  const [first, second, third] = [program(), program(), program()]
  await run(...publish(first.file, '--draft'))
  const refused = await run(...publish(second.file))
  expect([refused.code, refused.error]).toEqual([
    1,
    expect.stringContaining('already a draft with another file. Pass --replace-draft'),
  ])
  expect(await stored()).toMatchObject([{ sha256: first.sha256, state: 'draft' }])
  expect((await run(...publish(second.file, '--replace-draft'))).code).toBe(0)
  expect(await stored()).toMatchObject([{ sha256: second.sha256, state: 'published' }])
  const late = await run(...publish(third.file, '--replace-draft', '--json'))
  expect(late.code).toBe(1)
  expect(JSON.parse(late.out)).toMatchObject({
    error: { message: expect.stringContaining('already published with another file') },
  })
  expect(await stored()).toMatchObject([{ sha256: second.sha256 }])
})

test('versions for arm64 and for all other devices are separate, and the architecture of a file is not changed', async () => {
  const run = await commandWith(PUBLISHING)
  const { file } = program()
  expect((await run(...publish(file, '--architecture', 'arm64'))).code).toBe(0)
  expect((await run(...publish(file, '--architecture', 'x64'))).code).toBe(0)
  const refused = await run(...publish(file, '--architecture', 'any'))
  expect([refused.code, refused.error]).toEqual([
    1,
    expect.stringContaining('already published for the architecture x64'),
  ])
  expect((await stored()).map(({ architecture }) => architecture).toSorted()).toEqual(['arm64', 'x64'])
  const odd = await run('release', 'publish', file, '--version', 'Spring', '--platform', 'Linux')
  expect([odd.code, odd.out]).toEqual([0, expect.stringContaining('no update feed offers it')])
})

test('a withdrawn version stays withdrawn', async () => {
  await makeVersion(db, { version: '2.4.1', isActive: false })
  const { code, error } = await (await commandWith(PUBLISHING))(...publish(program().file))
  expect([code, error]).toEqual([1, expect.stringContaining('was withdrawn')])
})

test('two runs at once publish one version, once, and both succeed', async () => {
  const run = await commandWith(PUBLISHING)
  const { file, sha256: hash } = program()
  const before = await published()
  const results = await Promise.all([run(...publish(file)), run(...publish(file))])
  expect(results.map(({ code }) => code)).toEqual([0, 0])
  expect(await stored()).toMatchObject([{ sha256: hash, state: 'published' }])
  expect((await published()) - before).toBe(1)
})

test('a version is scheduled, and the same run again changes nothing', async () => {
  const run = await commandWith(PUBLISHING)
  const { file } = program()
  const at = inDays(2)
  expect((await run(...publish(file, '--at', at))).out).toContain('Version 2.4.1 will be published at ')
  expect(JSON.parse((await run(...publish(file, '--at', at, '--json'))).out)).toMatchObject({ result: 'unchanged' })
  expect(await stored()).toMatchObject([{ state: 'scheduled' }])
})

test('an answer that gets lost after the server published is asked for again, and nothing is done twice', async () => {
  const lost: string[] = []
  const between = await serverBetween(server, async (request, response, pass) => {
    if (request.method !== 'POST' || lost.filter((url) => url === request.url).length > 1) return
    lost.push(request.url!)
    await pass()
    response.writeHead(503, { 'retry-after': '0' }).end('<html>busy</html>')
  })
  const run = await commandWith(PUBLISHING, between.url)
  const before = await published()
  const { code } = await run(...publish(program().file))
  between.close()
  expect([code, lost.length]).toEqual([0, 6])
  expect((await published()) - before).toBe(1)
  expect(await db.$count(versions)).toBe(1)
})

test.each([
  ['Setup.exe', Buffer.from('%PDF-1.7 no program'), 1, /Setup\.exe|program|\.exe/],
  ['Setup.exe', Buffer.alloc(0), 64, /is empty\.$/m],
  ['notes.txt', Buffer.from('MZ'), 64, /Only \.exe, \.msi and \.zip/],
  ['Setup: 1?.exe', Buffer.from('MZ'), 64, /cannot be used\. Choose another one with --name/],
  ['Setup\n\u001b[31m.exe', Buffer.from('MZ'), 64, /cannot be used/],
  ['.exe', Buffer.from('MZ'), 64, /Only/],
])(
  'the file %j with unusable content or name is refused before it becomes a draft',
  async (name, bytes, code, sentence) => {
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    const refused = await (await commandWith(PUBLISHING))(...publish(file))
    expect([refused.code, refused.error]).toEqual([code, expect.stringMatching(sentence)])
    expect(refused.error).not.toContain('\u001b')
    expect(await db.$count(versions)).toBe(0)
  },
)

test('a name that customers cannot get is replaced by --name, and odd ones that they can are kept', async () => {
  const run = await commandWith(PUBLISHING)
  const { file } = program(5000, 'Setup: 1?.exe')
  expect((await run(...publish(file, '--name', 'Installer ü (2) 100%.exe'))).code).toBe(0)
  expect(await stored()).toMatchObject([{ fileName: 'Installer ü (2) 100%.exe' }])
})

test('a token that has expired or lacks a scope is refused before anything is uploaded', async () => {
  const before = await db.$count(objects)
  const { token } = await withToken(admin, PUBLISHING, { expiresAt: inDays(-1) })
  const expired = await newCommand(server, token)(...publish(program().file))
  expect([expired.code, expired.error]).toEqual([1, `${TOKEN_INVALID}\n`])
  const lacking = await (await commandWith(['releases:read']))(...publish(program().file))
  expect([lacking.code, lacking.error]).toEqual([1, `${lacksScope('uploads:write')}\n`])
  expect(await db.$count(objects)).toBe(before)
})

test('versions are listed as a table and as JSON', async () => {
  await makeVersion(db, { version: '2.4.0', isLatest: true })
  const run = await commandWith(['releases:read'])
  expect((await run('release', 'list')).out).toMatch(
    /^VERSION +PLATFORM .*\n2\.4\.0 +Windows +any +published, latest +stable +100% /,
  )
  expect(JSON.parse((await run('release', 'list', '--json')).out)).toEqual(await stored())
})
