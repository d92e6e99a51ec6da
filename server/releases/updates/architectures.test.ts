import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { downloads } from '#contract/releases/downloads.ts'
import { OTHER_ARCHITECTURE, VERSION_TAKEN, files } from '#contract/releases/files.ts'
import type { UpdateManifest } from '#contract/releases/updates.ts'
import { versions } from '#server/database/schema/releases.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest, readXml } from '#server/testing/releases/updates.ts'
import { db, signIn } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const admin = await signIn({ role: 'admin' })
const customer = await signIn({ role: 'customer' })
const { ask, read } = await installed()

const ARM64 = { architecture: 'arm64', fileName: 'Setup-arm64.exe' } as const
const publishArm64 = (version: string, facts: object = {}) =>
  publish({ version, ...ARM64, isLatestArm64: true, ...facts }, Buffer.from('MZ for arm64'))
const setLatest = (id: string) => admin.call(files.setLatest, { params: { id } })
const change = (id: string, body: object) => admin.call(files.change, { params: { id }, body })
const manifest = async (channel: string) => {
  const { status, json } = await read('update.json', channel)
  if (status !== 200) return undefined
  const { version, architecture } = json<UpdateManifest>()
  return `${version} ${architecture}`
}

type Electron = { version: string; files: { url: string }[]; path: string }
const electron = async (file: string, channel = 'stable') => parse((await read(file, channel)).body) as Electron

test('the present addresses never offer a file for arm64', async () => {
  await publishArm64('3.0.0')
  expect((await ask('latest.yml')).statusCode).toBe(404)
  expect((await ask('update.json')).statusCode).toBe(204)
  const { id } = await publishLatest({ version: '2.0.0', architecture: 'x64' })
  expect(await manifest('stable')).toBe('2.0.0 x64')
  expect((await electron('latest.yml')).files).toEqual([
    { url: `files/${id}/Setup-2.0.0.exe`, sha512: expect.any(String), size: expect.any(Number) },
  ])
  expect(await manifest('stable-arm64')).toBe('3.0.0 arm64')
})

test('latest.yml names the arm64 file of the same version after the other, at an address that says so and works', async () => {
  await publishLatest({ version: '3.0.0', architecture: 'x64' })
  const { id } = await publishArm64('3.0.0', { fileName: 'Setup.exe' })
  const { files: named, path } = await electron('latest.yml')
  expect(named.map(({ url }) => url)).toEqual([path, `../stable-arm64/files/${id}/Setup.exe`])
  // As electron-updater chooses on an arm64 computer, and resolves the address.
  const chosen = named.find(({ url }) => url.includes('arm64'))
  const address = new URL(chosen?.url ?? '', 'https://portal.test/updates/token/stable/').pathname
  const answer = await ask(address.slice('/updates/token/stable-arm64/'.length), { channel: 'stable-arm64' })
  expect([answer.statusCode, answer.body]).toEqual([200, 'MZ for arm64'])
  expect(named.filter(({ url }) => url.includes('x64'))).toEqual([])
})

test.each(['latest-arm64.yml', 'beta-arm64.yml'])('%s is the feed for arm64 in both folders', async (file) => {
  await publishLatest({ version: '2.0.0', architecture: 'x64' })
  const { id } = await publishArm64('3.0.0')
  for (const channel of ['stable', 'stable-arm64'])
    expect(await electron(file, channel)).toMatchObject({
      version: '3.0.0',
      path: expect.stringContaining(`files/${id}/Setup-arm64.exe`),
    })
})

test('each format has the file of its folder’s architecture', async () => {
  await publishLatest({ version: '3.0.0', architecture: 'x64' })
  const { id } = await publishArm64('3.0.0')
  const arm64 = `stable-arm64/files/${id}/Setup-arm64.exe`
  expect(readXml((await read('autoupdater.xml', 'stable-arm64')).body).item.url).toContain(arm64)
  expect((await read('appcast.xml', 'stable-arm64')).body).toContain(arm64)
  const winget = parse((await read('winget.yaml')).body) as { Installers: { Architecture: string }[] }
  expect(winget.Installers.map(({ Architecture }) => Architecture)).toEqual(['x64', 'arm64'])
  expect((await read('winget.yaml', 'stable-arm64')).body).toContain(arm64)
})

test('each architecture has its own latest, and withdrawing one leaves the other', async () => {
  const x64 = await publish({ version: '3.0.0', architecture: 'x64' })
  const arm64 = await publish({ version: '3.0.0', ...ARM64 })
  const older = await publish({ version: '2.0.0', ...ARM64 })
  for (const { id } of [x64, older, arm64]) expect((await setLatest(id)).status).toBe(200)
  const { body } = await customer.call(downloads.list)
  expect(body.filter(({ isLatest }) => isLatest)).toMatchObject([
    { platform: 'Windows', architecture: 'arm64', version: '3.0.0' },
    { platform: 'Windows', architecture: 'x64', version: '3.0.0' },
  ])
  const impact = await admin.call(files.impact, { params: arm64 })
  expect(impact.body.replacement).toMatchObject({ id: older.id })
  const wrong = await change(arm64.id, { isActive: false, nextLatestId: x64.id })
  expect(wrong).toMatchObject({ status: 409, message: OTHER_ARCHITECTURE })
  expect((await change(arm64.id, { isActive: false, nextLatestId: older.id })).status).toBe(200)
  expect([await manifest('stable'), await manifest('stable-arm64')]).toEqual(['3.0.0 x64', '2.0.0 arm64'])
  expect((await change(older.id, { isActive: false, nextLatestId: null })).status).toBe(200)
  expect([await manifest('stable'), await manifest('stable-arm64')]).toEqual(['3.0.0 x64', undefined])
})

test('one version has one file for arm64 and one for the others', async () => {
  const upload = (architecture: string) =>
    admin.call(files.upload, { body: { version: '5.0.0', fileName: 'setup.exe', architecture } })
  expect((await upload('x64')).body).toMatchObject({ platform: 'Windows', architecture: 'x64' })
  expect((await upload('arm64')).body).toMatchObject({ platform: 'Windows', architecture: 'arm64' })
  for (const architecture of ['any', 'x64', 'arm64'])
    expect(await upload(architecture)).toMatchObject({ status: 409, message: VERSION_TAKEN })
  expect((await upload('ia64')).status).toBe(400)
})
