import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { versions } from '#server/database/schema/releases.ts'
import { isInRollout } from '#server/releases/updates/offer.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { app, config, db } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const ID = 'ExampleSoftwarePtyLtd.Latchkey'
const PUBLISHER = 'Example Software (Pty) Ltd'
const MANIFEST = `winget/packageManifests/${ID}`
const SHA256 = createHash('sha256').update(PROGRAM).digest('hex').toUpperCase()
const NONE = [404, 'PACKAGE_NOT_FOUND']

type Device = Awaited<ReturnType<typeof installed>>
const device = await installed()

/** Headers as winget sends them. */
const searchAs = ({ updateToken }: Pick<Device, 'updateToken'>, body: object | string, channel = 'stable') =>
  app.inject({
    method: 'POST',
    url: `/updates/${updateToken}/${channel}/winget/manifestSearch`,
    headers: { 'content-type': 'application/json', version: '1.7.0', 'user-agent': 'winget-cli' },
    body,
  })

const EVERYTHING = { FetchAllManifests: true }

async function foundBy(one: Device, channel = 'stable') {
  const answer = await searchAs(one, EVERYTHING, channel)
  const { Data } = answer.json<{ Data: { Versions: { PackageVersion: string }[] }[] }>()
  return Data.flatMap(({ Versions }) => Versions.map(({ PackageVersion }) => PackageVersion))
}

async function refusalOf(one: Device, path: string, channel?: string) {
  const { status, json } = await one.read(path, channel)
  return [status, json<{ code?: string }>().code]
}

type Manifest = { Data: { Versions: { PackageVersion: string; Installers: { Architecture: string }[] }[] } }

test('says what it is, in the fields that winget requires of a source', async () => {
  const { status, headers, json } = await device.read('winget/information', 'beta-arm64')
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(json()).toEqual({
    Data: {
      SourceIdentifier: `${ID}.beta-arm64`,
      ServerSupportedVersions: ['1.0.0', '1.1.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0'],
      UnsupportedPackageMatchFields: [],
      RequiredPackageMatchFields: [],
      UnsupportedQueryParameters: [],
      RequiredQueryParameters: [],
    },
  })
})

test('finds the offered version, and describes it with the facts of winget.yaml', async () => {
  const { id } = await publishLatest({ version: '2.10', fileName: 'Setup 2.10.msi' })
  const answer = await searchAs(device, EVERYTHING)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(answer.json()).toEqual({
    Data: [
      {
        PackageIdentifier: ID,
        PackageName: 'Latchkey',
        Publisher: PUBLISHER,
        Versions: [{ PackageVersion: '2.10' }],
      },
    ],
  })

  const { PackageIdentifier, PackageVersion, ReleaseDate, Installers, ...yaml } = parse(
    (await device.read('winget.yaml')).body,
    { version: '1.1' },
  )
  const { ManifestType: _type, ManifestVersion: _version, ...locale } = yaml
  const url = `${config.publicUrl}/updates/${device.updateToken}/stable/files/${id}/Setup%202.10.msi`
  const installer = { Architecture: 'x64', InstallerType: 'msi', InstallerUrl: url, InstallerSha256: SHA256 }
  expect(Installers).toEqual([installer])
  expect(locale).toEqual({
    PackageLocale: 'en-US',
    Publisher: PUBLISHER,
    PackageName: 'Latchkey',
    License: 'Proprietary',
    ShortDescription: `Latchkey by ${PUBLISHER}`,
  })
  const described = {
    Data: {
      PackageIdentifier,
      Versions: [{ PackageVersion, DefaultLocale: locale, Installers: [{ ...installer, ReleaseDate }] }],
    },
  }
  for (const query of ['', '?Version=2.10', '?Version=2.10&Market=US'])
    expect((await device.read(MANIFEST + query)).json()).toEqual(described)
  expect((await device.read(MANIFEST.toLowerCase().replace('packagemanifests', 'packageManifests'))).status).toBe(200)

  const file = await app.inject({ url: url.slice(config.publicUrl.length) })
  expect([file.statusCode, file.rawPayload.equals(PROGRAM)]).toEqual([200, true])
})

test('another package or version is a 404 with a code, which winget reads as an empty result', async () => {
  await publishLatest({ version: '2.0.0' })
  const others = ['winget/packageManifests/Other.App', `${MANIFEST}?Version=1.9.0`, `${MANIFEST}?Version=2.0`]
  for (const path of others) expect([path, ...(await refusalOf(device, path))]).toEqual([path, ...NONE])
  expect((await device.read(`${MANIFEST}?Version=1&Version=2`)).status).toBe(400)
  expect((await device.read(`winget/packageManifests/${'x'.repeat(201)}`)).status).toBe(400)
})

test('offers each device what the other feeds offer it: in and out of a rollout, and nothing withdrawn', async () => {
  const devices = await Promise.all(Array.from({ length: 12 }, installed))
  await publish({ version: '1.0.0', isLatest: false })
  const { id } = await publishLatest({ rolloutPercent: 50 })
  const isIn = ({ license }: Device) => isInRollout({ id, rolloutPercent: 50 }, license.id)
  for (const one of devices) {
    const version = isIn(one) ? '2.0.0' : '1.0.0'
    expect(await foundBy(one)).toEqual([version])
    expect(parse((await one.read('winget.yaml')).body).PackageVersion).toBe(version)
    expect((await one.read(MANIFEST)).json<Manifest>().Data.Versions[0]?.PackageVersion).toBe(version)
  }
  expect(new Set(devices.map(isIn)).size).toBe(2)

  await db.update(versions).set({ isActive: false, isLatest: false })
  for (const one of devices.slice(0, 2)) {
    expect(await foundBy(one)).toEqual([])
    expect(await refusalOf(one, MANIFEST)).toEqual(NONE)
  }
})

test('lists the installer for arm64 beside the other, and in its own folder only that', async () => {
  await publishLatest()
  await publish({ version: '2.0.0', architecture: 'arm64', isLatestArm64: true })
  const architecturesIn = async (channel: string) => {
    const { Data } = (await device.read(MANIFEST, channel)).json<Manifest>()
    return Data.Versions[0]?.Installers.map(({ Architecture }) => Architecture)
  }
  expect(await architecturesIn('stable')).toEqual(['x64', 'arm64'])
  expect(await architecturesIn('stable-arm64')).toEqual(['arm64'])
})

test('beta versions are in the folder of beta only, and a .zip in none', async () => {
  await publish({ version: '3.0.0-beta.1', channel: 'beta', isLatest: false })
  expect([await foundBy(device, 'beta'), await foundBy(device)]).toEqual([['3.0.0-beta.1'], []])
  await db.update(versions).set({ fileName: 'setup.zip' })
  expect(await foundBy(device, 'beta')).toEqual([])
  const { status, json } = await device.read(MANIFEST, 'beta')
  expect([status, json()]).toEqual([404, { message: expect.stringMatching(/^winget installs/), code: NONE[1] }])
})

test('a wrong token gets nothing, and no code that would hide it', async () => {
  await publishLatest()
  const wrong = { updateToken: Buffer.alloc(32, 1).toString('base64url') }
  const paths = ['winget/information', MANIFEST]
  const asks = paths.map((path) => app.inject({ url: `/updates/${wrong.updateToken}/stable/${path}` }))
  for (const answer of await Promise.all([...asks, searchAs(wrong, EVERYTHING)]))
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { message: expect.stringMatching(/^This update token is unknown/) },
    ])
  expect((await searchAs({ updateToken: 'undefined' }, EVERYTHING)).statusCode).toBe(400)
  expect((await searchAs(device, EVERYTHING, 'alpha')).statusCode).toBe(400)
})

test('unchanged answers are not sent again, and HEAD sends none', async () => {
  await publishLatest()
  for (const path of ['winget/information', MANIFEST]) {
    const first = await device.ask(path)
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await device.ask(path, { headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const head = await device.ask(path, { method: 'HEAD' })
    const { 'content-length': length } = head.headers
    expect([head.statusCode, head.body, length]).toEqual([200, '', first.headers['content-length']])
  }
  const etag = String((await device.ask(MANIFEST)).headers.etag)
  await db.update(versions).set({ version: '2.0.1' })
  expect((await device.ask(MANIFEST, { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
})

test('odd bodies are refused with a sentence, and what is unknown in them is left alone', async () => {
  await publishLatest()
  const many = Array(101).fill({ PackageMatchField: 'PackageName' })
  const odd = ['', 'null', '[]', '"x"', '{', '{"Query":[]}', '{"Query":{"KeyWord":7}}', '{"Filters":{}}']
  const long = JSON.stringify({ Query: { KeyWord: 'x'.repeat(2001) } })
  for (const body of [...odd, '{"__proto__":{}}', '['.repeat(40), long, JSON.stringify({ Inclusions: many })]) {
    const answer = await searchAs(device, body)
    expect([body, answer.statusCode, answer.json()]).toEqual([
      body,
      400,
      expect.objectContaining({ message: expect.any(String) }),
    ])
  }
  const huge = JSON.stringify({ Query: { KeyWord: 'x'.repeat(70_000) } })
  expect((await searchAs(device, huge)).statusCode).toBe(413)
  const none = { Query: null, Inclusions: null, Filters: null, FetchAllManifests: null }
  for (const body of [{}, none, { Later: [1], MaximumResults: 'all', ContinuationToken: null }])
    expect([body, (await searchAs(device, body)).json<{ Data: object[] }>().Data.length]).toEqual([body, 1])
  const nul = { Query: { KeyWord: 'Latchkey\u0000', MatchType: 'Substring' } }
  expect((await searchAs(device, nul)).json()).toEqual({ Data: [] })
})

test('a computer may search once for each of its programs, and other sites can not make it search', async () => {
  await publishLatest()
  const one = await installed()
  const nameOf = (number: number) => ({
    Inclusions: [
      { PackageMatchField: 'NormalizedPackageNameAndPublisher', RequestMatch: { KeyWord: `program${number}` } },
    ],
  })
  const answers = await Promise.all(Array.from({ length: 400 }, (_, number) => searchAs(one, nameOf(number))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await one.ask(MANIFEST)).statusCode).toBe(200)
  const url = `/updates/${one.updateToken}/stable/winget/manifestSearch`
  const headers = { origin: 'https://elsewhere.example' }
  expect((await app.inject({ method: 'POST', url, headers, body: EVERYTHING })).statusCode).toBe(403)
})
