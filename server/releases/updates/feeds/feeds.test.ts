import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { NotesRow, VersionRow } from '#demo/rows/releases.ts'
import { only } from '#server/database/database.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { PROGRAM } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest, readXml as xml } from '#server/testing/releases/updates.ts'
import { config, db } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const device = await installed()
const folder = `${config.publicUrl}/updates/${device.updateToken}/stable/`
const hash = (algorithm: string, encoding: 'hex' | 'base64') => createHash(algorithm).update(PROGRAM).digest(encoding)

const { read, sentenceOf } = device

const HOSTILE = `</description><script>alert("1")</script> ]]> & 'quoted' \u0001 – schön`

async function publishWithNotes(facts: Partial<VersionRow> = {}, words: Partial<NotesRow> = {}) {
  const version = await publishLatest(facts)
  const notes = {
    title: 'Spring',
    description: 'Faster.\nMuch.',
    newFeatures: ['Export'],
    bugFixes: ['A crash'],
    ...words,
  }
  await db
    .insert(releaseNotes)
    .values({ versionId: version.id, ...notes })
    .returning()
    .then(only)
  return version
}

test('latest.yml is what electron-updater reads', async () => {
  const { id, createdAt } = await publishWithNotes({ version: '2.10', fileName: 'Setup 2.10.exe' })
  const { status, headers, body } = await read('latest.yml')
  expect([status, headers['content-type']]).toEqual([200, 'application/yaml; charset=utf-8'])
  const path = `files/${id}/Setup%202.10.exe`
  const sha512 = hash('sha512', 'base64')
  expect(parse(body, { version: '1.1' })).toEqual({
    version: '2.10.0',
    files: [{ url: path, sha512, size: PROGRAM.length }],
    path,
    sha512,
    releaseDate: createdAt,
    releaseName: 'Spring',
    releaseNotes: 'Faster.\nMuch.\n\nNew features\n- Export\n\nBug fixes\n- A crash',
  })
  expect((await read('beta.yml')).body).toBe(body)
})

test('autoupdater.xml is what AutoUpdater.NET reads', async () => {
  const { id } = await publishLatest({ version: '2.4', fileName: 'Über & mehr.exe', minimumVersion: '1.5.0-rc.1' })
  const { headers, body } = await read('autoupdater.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(xml(body).item).toEqual({
    version: '2.4.0.0',
    url: `${folder}files/${id}/%C3%9Cber%20%26%20mehr.exe`,
    mandatory: { '@_minVersion': '1.5.0.0', '#text': 'true' },
    checksum: { '@_algorithm': 'SHA256', '#text': hash('sha256', 'hex') },
  })
  await db.update(versions).set({ minimumVersion: null })
  expect(xml((await read('autoupdater.xml')).body).item.mandatory).toBe('false')
})

test('appcast.xml is what NetSparkle and WinSparkle read', async () => {
  const signature = `${'A'.repeat(86)}==`
  const { id, createdAt } = await publishWithNotes({ fileName: 'setup.msi', signature })
  const { headers, body } = await read('appcast.xml')
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const { rss } = xml(body)
  expect([rss['@_version'], rss['@_xmlns:sparkle']]).toEqual([
    '2.0',
    'http://www.andymatuschak.org/xml-namespaces/sparkle',
  ])
  const type = 'application/x-msi'
  expect(rss.channel.item).toEqual({
    title: 'Spring',
    pubDate: new Date(createdAt).toUTCString(),
    description: expect.stringContaining('<h3>New features</h3><ul><li>Export</li></ul>'),
    enclosure: {
      '@_url': `${folder}files/${id}/setup.msi`,
      '@_length': String(PROGRAM.length),
      '@_type': type,
      '@_sparkle:type': type,
      '@_sparkle:version': '2.0.0',
      '@_sparkle:shortVersionString': '2.0.0',
      '@_sparkle:os': 'windows',
      '@_sparkle:edSignature': signature,
    },
  })
  await db.update(versions).set({ signature: null })
  expect((await read('appcast.xml')).body).not.toContain('edSignature')
})

test('winget.yaml has what the schema of a manifest in one file asks for', async () => {
  const { id, createdAt } = await publishWithNotes({ version: '2.10', platform: 'Windows ARM64' })
  const manifest = parse((await read('winget.yaml')).body, { version: '1.1' })
  expect(manifest).toEqual({
    PackageIdentifier: 'ExampleSoftwarePtyLtd.Latchkey',
    PackageVersion: '2.10',
    PackageLocale: 'en-US',
    Publisher: 'Example Software (Pty) Ltd',
    PackageName: 'Latchkey',
    License: 'Proprietary',
    ShortDescription: 'Latchkey by Example Software (Pty) Ltd',
    ReleaseDate: createdAt.slice(0, 10),
    ReleaseNotes: expect.stringContaining('Spring\n\nFaster.'),
    Installers: [
      {
        Architecture: 'arm64',
        InstallerType: 'exe',
        InstallerUrl: `${folder}files/${id}/Setup-2.10.exe`,
        InstallerSha256: hash('sha256', 'hex').toUpperCase(),
      },
    ],
    ManifestType: 'singleton',
    ManifestVersion: '1.6.0',
  })
  expect(manifest.PackageIdentifier).toMatch(/^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/)
})

test('update.json has the newer version, whether it is mandatory, and nothing once it runs', async () => {
  const { id, createdAt } = await publishWithNotes({ minimumVersion: '1.5.0' })
  const ask = async (version?: string) => read(`update.json${version === undefined ? '' : `?version=${version}`}`)
  expect((await ask('1.4.9')).json()).toEqual({
    version: '2.0.0',
    platform: 'Windows',
    architecture: 'any',
    fileName: 'Setup-2.0.0.exe',
    fileSize: PROGRAM.length,
    downloadUrl: `${folder}files/${id}/Setup-2.0.0.exe`,
    sha256: hash('sha256', 'hex'),
    sha512: hash('sha512', 'base64'),
    mandatory: true,
    minimumVersion: '1.5.0',
    releaseNotes: {
      title: 'Spring',
      description: 'Faster.\nMuch.',
      newFeatures: ['Export'],
      improvements: [],
      bugFixes: ['A crash'],
    },
    publishedAt: createdAt,
  })
  for (const version of ['1.5.0', '1.9', undefined, 'Spring'])
    expect([version, (await ask(version)).json<object>()]).toEqual([
      version,
      expect.objectContaining({ mandatory: false }),
    ])
  for (const version of ['2', '2.0.0', '2.0.1', '2.1.0-beta.1']) {
    const { status, body, headers } = await ask(version)
    expect([version, status, body, headers['content-type']]).toEqual([version, 204, '', undefined])
  }
})

test('words and names that look like markup are only words and names', async () => {
  const fileName = `a'b#c%20&d;{e}$(f) é.exe`
  const { id } = await publishWithNotes({ fileName }, { title: HOSTILE, description: HOSTILE, newFeatures: [HOSTILE] })
  const text = HOSTILE.replace('\u0001', '')
  const item = xml((await read('appcast.xml')).body).rss.channel.item
  expect(item.title).toBe(text.trim())
  expect(item.description).not.toMatch(/<(?!\/?(h2|h3|p|ul|li)>)/)
  expect(item.description).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  const yaml = parse((await read('latest.yml')).body, { version: '1.1' })
  expect(yaml.releaseName).toBe(HOSTILE)
  expect(parse((await read('winget.yaml')).body).Installers).toHaveLength(1)

  const path = `files/${id}/${encodeURIComponent(fileName)}`
  const urls = [
    yaml.path,
    xml((await read('autoupdater.xml')).body).item.url,
    item.enclosure['@_url'],
    (await read('update.json')).json<{ downloadUrl: string }>().downloadUrl,
  ]
  expect(urls).toEqual([path, ...Array(3).fill(`${folder}${path}`)])
  const file = await device.ask(path)
  expect([file.statusCode, file.rawPayload.equals(PROGRAM)]).toEqual([200, true])
})

test('the longest of file names has an address', async () => {
  const { id, fileName } = await publishLatest({ fileName: `${'ü'.repeat(251)}.exe` })
  expect((await device.ask(`files/${id}/${encodeURIComponent(fileName)}`)).statusCode).toBe(200)
})

test('what an updater cannot install is refused with a sentence, and the others get it', async () => {
  await publishLatest({ fileName: 'setup.zip', version: '2.4.1.7' })
  expect(await sentenceOf('latest.yml')).toEqual([
    404,
    'electron-updater installs .exe files only, and this version is none.',
  ])
  expect(await sentenceOf('winget.yaml')).toEqual([
    404,
    'winget installs .exe and .msi files only, and this version is a .zip.',
  ])
  expect(xml((await read('autoupdater.xml')).body).item.version).toBe('2.4.1.7')
  await db.update(versions).set({ fileName: 'setup.exe' })
  expect((await sentenceOf('latest.yml'))[1]).toMatch(/reads versions of three numbers only/)
  await db.update(versions).set({ version: '2.4.1-beta.1' })
  expect((await sentenceOf('autoupdater.xml'))[1]).toMatch(/reads versions of numbers only/)
  expect((await read('latest.yml')).status).toBe(200)
})

test('an unchanged feed is not sent again', async () => {
  await publishLatest()
  for (const path of ['latest.yml', 'autoupdater.xml', 'appcast.xml', 'winget.yaml']) {
    const first = await device.ask(path)
    const etag = String(first.headers.etag)
    for (const header of [etag, `"other", W/${etag}`, '*']) {
      const again = await device.ask(path, { headers: { 'if-none-match': header } })
      expect([path, header, again.statusCode, again.body, again.headers.etag]).toEqual([path, header, 304, '', etag])
    }
    await db.update(versions).set({ signature: 'B'.repeat(88), minimumVersion: '1.0', version: '2.0.1' })
    expect((await device.ask(path, { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
    await db.update(versions).set({ signature: null, minimumVersion: null, version: '2.0.0' })
    const head = await device.ask(path, { method: 'HEAD' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      first.headers['content-length'],
    ])
  }
})
