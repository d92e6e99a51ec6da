import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { files } from '#contract/releases/files.ts'
import {
  DELTA_PACKAGE,
  HAS_PACKAGE,
  NO_PACKAGE,
  NOT_A_PACKAGE_NUMBER,
  otherNumber,
  packages,
} from '#contract/releases/packages.ts'
import { publications } from '#contract/releases/publications.ts'
import { zip } from '#demo/support/files/zip.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, releasePackages, versions } from '#server/database/schema/releases.ts'
import { fileOf, publishNow, uploadFile } from '#server/testing/releases/files.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { db, signIn } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })
const { ask, read, sentenceOf } = await installed()

const nuspec = (id: string, version: string) =>
  `\ufeff<?xml version="1.0"?><package xmlns="http://schemas.microsoft.com/packaging/2010/07/nuspec.xsd"><metadata>
  <id>${id}</id><version>${version}</version><title>Depot</title></metadata></package>`

type Inside = { id?: string; version?: string; more?: { name: string; bytes: Buffer }[] }

const packageOf = ({ id = 'Depot', version = '2.4.1', more = [] }: Inside = {}) =>
  zip([
    { name: 'lib/app/Depot.exe', bytes: Buffer.from(`MZ ${version}`) },
    { name: `${id}.nuspec`, bytes: Buffer.from(nuspec(id, version)) },
    ...more,
  ])

async function add(id: string, bytes: Buffer, person = admin) {
  const fileUrl = await uploadFile(admin, Buffer.from(bytes), 'Depot-full.nupkg')
  return person.call(packages.add, { params: { id }, body: { fileUrl } })
}

const draft = async (version = '2.4.1', facts: object = {}) => {
  const body = { version, fileName: 'Setup.exe', fileUrl: await uploadFile(admin), ...facts }
  return (await admin.call(files.upload, { body })).body
}

const hash = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex')
const feed = async (name = 'releases.win.json', channel?: string) => {
  const { json } = await read(name, channel)
  return json<{ Assets: Record<string, unknown>[] }>().Assets
}

test('a version has a setup and a package, and the feed of Velopack names the package as its documentation says', async () => {
  const version = await draft()
  const bytes = packageOf()
  expect((await add(version.id, bytes)).body).toEqual({
    versionId: version.id,
    packageId: 'Depot',
    fileName: 'Depot-2.4.1-full.nupkg',
    size: bytes.length,
    sha256: hash('sha256', bytes),
  })
  expect(await feed()).toEqual([])
  await publishNow(admin, version, { isLatest: true })
  await db.insert(releaseNotes).values({ versionId: version.id, title: 'Spring', newFeatures: ['*Bold* & new'] })

  const { headers } = await read('releases.win.json')
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  expect(await feed()).toEqual([
    {
      PackageId: 'Depot',
      Version: '2.4.1',
      Type: 'Full',
      FileName: 'Depot-2.4.1-full.nupkg',
      SHA1: hash('sha1', bytes).toUpperCase(),
      SHA256: hash('sha256', bytes).toUpperCase(),
      Size: bytes.length,
      NotesMarkdown: '# Spring\n\n## New features\n\n- \\*Bold\\* \\& new',
      NotesHTML: '<h2>Spring</h2>\n<h3>New features</h3><ul><li>*Bold* &amp; new</li></ul>',
    },
  ])
  for (const name of ['releases.stable.json', 'releases.win-x64.beta.json?localVersion=2.3.0&id=Depot&arch=X64'])
    expect(await feed(name)).toEqual(await feed())
  const again = await ask('releases.win.json', { headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect((await read('latest.yml')).body).toContain('Setup.exe')
})

test('the package has the address that the feed names, as long as its version is active', async () => {
  const { id } = await publishLatest({ version: '2.4.1' })
  const bytes = packageOf()
  await add(id, bytes)
  const whole = await ask('Depot-2.4.1-full.nupkg')
  expect([whole.statusCode, whole.rawPayload.equals(bytes)]).toEqual([200, true])
  expect(whole.headers).toMatchObject({ etag: `"${hash('sha256', bytes)}"`, 'accept-ranges': 'bytes' })
  const head = await ask('Depot-2.4.1-full.nupkg', { method: 'HEAD' })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(bytes.length)])
  const part = await ask('Depot-2.4.1-full.nupkg', { headers: { range: 'bytes=2-9' } })
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(2, 10))]).toEqual([206, true])
  for (const name of ['Depot-2.4.0-full.nupkg', 'x.nupkg', '.nupkg', 'releases.json'])
    expect([name, (await ask(name)).statusCode]).toEqual([name, 404])
  expect((await ask('%00.nupkg')).statusCode).toBe(400)
  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, id))
  expect([await feed(), (await ask('Depot-2.4.1-full.nupkg')).statusCode]).toEqual([[], 404])
})

test('arm64 devices get the package of their version, others never do', async () => {
  const { id } = await publishLatest({ version: '2.4.1', architecture: 'x64' })
  const arm64 = { version: '2.4.1', architecture: 'arm64', isLatest: false, isLatestArm64: true } as const
  const { id: other } = await publishLatest(arm64)
  const bytes = packageOf({ more: [{ name: 'arm64', bytes: Buffer.from('arm64') }] })
  await add(other, bytes)
  expect((await ask('Depot-2.4.1-full.nupkg')).statusCode).toBe(404)
  await add(id, packageOf())
  expect((await ask('Depot-2.4.1-full.nupkg')).rawPayload.equals(packageOf())).toBe(true)
  expect((await ask('Depot-2.4.1-full.nupkg', { channel: 'stable-arm64' })).rawPayload.equals(bytes)).toBe(true)
})

test('a version without a package, or with a number that Velopack cannot read, is refused with a sentence', async () => {
  const { id } = await publishLatest({ version: '2.4.1' })
  expect(await sentenceOf('releases.win.json')).toEqual([
    404,
    'Velopack installs packages (.nupkg), and this version has none.',
  ])
  await db.update(versions).set({ version: '2.4.1.7' }).where(eq(versions.id, id))
  expect(await sentenceOf('releases.win.json')).toEqual([404, NOT_A_PACKAGE_NUMBER])
  expect(await add(id, packageOf())).toMatchObject({ status: 400, message: NOT_A_PACKAGE_NUMBER })
})

const entry = (name: string, text = '') => ({ name, bytes: Buffer.from(text) })

test.each([
  ['an archive without .nuspec', zip([entry('a.txt', 'a')]), NO_PACKAGE],
  ['one with its .nuspec in a folder', zip([entry('lib/Depot.nuspec', nuspec('Depot', '2.4.1'))]), NO_PACKAGE],
  ['one with two', packageOf({ more: [entry('Other.nuspec', nuspec('Other', '2.4.1'))] }), NO_PACKAGE],
  ['an empty .nuspec', zip([entry('Depot.nuspec')]), NO_PACKAGE],
  ['one that is no XML', zip([entry('Depot.nuspec', '<<<>')]), NO_PACKAGE],
  ['an id that leads elsewhere', zip([entry('x.nuspec', nuspec('../../x', '2.4.1'))]), NO_PACKAGE],
  ['an archive that ends too soon', packageOf().subarray(0, -30), NO_PACKAGE],
  ['only the start of one', fileOf('zip'), NO_PACKAGE],
  ['a delta', packageOf({ more: [entry('lib/app/Depot.exe.zsdiff')] }), DELTA_PACKAGE],
  ['another version', packageOf({ version: '2.4.0' }), otherNumber('2.4.0', '2.4.1')],
])('%s is refused, and nothing is kept', async (_what, bytes, message) => {
  const { id } = await publishLatest({ version: '2.4.1' })
  expect(await add(id, Buffer.from(bytes))).toMatchObject({ status: 400, message })
  expect(await db.$count(releasePackages, eq(releasePackages.versionId, id))).toBe(0)
})

test('the package of a draft can be replaced, that of a published version cannot, and only admins add one', async () => {
  const version = await draft('2.4')
  await add(version.id, packageOf({ version: '2.4.0+build.7' }))
  const [{ objectId } = { objectId: '' }] = await db.select().from(releasePackages)
  expect((await add(version.id, packageOf({ id: 'Depot.Pro', version: '2.4.0' }))).body.fileName).toBe(
    'Depot.Pro-2.4.0-full.nupkg',
  )
  expect(await db.$count(objects, inArray(objects.id, [objectId]))).toBe(1)
  expect((await db.select().from(objects).where(eq(objects.id, objectId)))[0]?.claimedAt).toBeNull()
  expect((await add(version.id, packageOf({ version: '2.4.0' }), customer)).status).toBe(403)
  await publishNow(admin, version)
  expect(await add(version.id, packageOf({ version: '2.4.0' }))).toMatchObject({ status: 409, message: HAS_PACKAGE })
  expect((await add(admin.user.id, packageOf())).status).toBe(404)
  const actions = await db.select().from(auditLog).where(eq(auditLog.subjectId, version.id)).orderBy(auditLog.id)
  expect(actions.map(({ action }) => action)).toEqual([
    'version.created',
    'version.package-added',
    'version.package-replaced',
    'version.published',
  ])
})

test('a package is released with its draft, and takes only what was uploaded as one', async () => {
  const version = await draft()
  const other = await uploadFile(admin, fileOf('zip'), 'setup.zip')
  expect((await admin.call(packages.add, { params: version, body: { fileUrl: other } })).status).toBe(400)
  await add(version.id, packageOf())
  const [{ objectId } = { objectId: '' }] = await db.select().from(releasePackages)
  await admin.call(publications.remove, { params: version })
  expect((await db.select().from(objects).where(eq(objects.id, objectId)))[0]?.claimedAt).toBeNull()
})
