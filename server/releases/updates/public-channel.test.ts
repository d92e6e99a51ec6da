import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { PUBLIC_TOKEN } from '#contract/releases/updates.ts'
import { buildApp } from '#server/app.ts'
import { releasePackages, versions } from '#server/database/schema/releases.ts'
import { readConfig } from '#server/platform/config.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { app, db, platform } from '#server/testing/testing.ts'
import { mapBlocks } from './block-maps/map-blocks.ts'
import { PUBLIC_CALLS } from './routes.ts'

afterEach(() => db.delete(versions))

const open = await buildApp({ ...platform, config: { ...platform.config, publicChannels: ['stable'] } })
afterAll(() => open.close())

const read = async (path: string, token = PUBLIC_TOKEN, remoteAddress = '10.0.0.1') => {
  const { statusCode, body } = await open.inject({ url: `/updates/${token}/${path}`, remoteAddress })
  return { status: statusCode, body }
}
const fileOf = ({ id, fileName }: { id: string; fileName: string }) => `files/${id}/${fileName}`

test('an application without a license gets the feeds and the file of a public channel', async () => {
  const version = await publishLatest()
  const feeds = ['latest.yml', 'autoupdater.xml', 'appcast.xml', 'winget.yaml', 'winget/information', 'update.json']
  for (const path of [...feeds, fileOf(version)])
    expect([path, (await read(`stable/${path}`)).status]).toEqual([path, 200])
  const { body } = await read('stable/update.json')
  const { downloadUrl } = JSON.parse(body) as { downloadUrl: string }
  expect(downloadUrl).toBe(`${platform.config.publicUrl}/updates/public/stable/${fileOf(version)}`)
  expect((await read('stable-arm64/latest.yml')).status).toBe(200)
})

test('it gets no version that is still rolled out to some devices, neither its feed nor its file', async () => {
  const earlier = await publish({ version: '1.9.0' })
  const partly = await publishLatest({ rolloutPercent: 99 })
  const { id: versionId } = partly
  const objectId = String(partly.objectId)
  const [packageId, fileName] = ['Depot', 'Depot-2.0.0-full.nupkg']
  await db.insert(releasePackages).values({ versionId, packageId, fileName, sha1: '0'.repeat(40), objectId })
  const blockMap = `files/${versionId}/2.0.0/${partly.fileName}.blockmap`
  const { body } = await read('stable/update.json')
  expect(JSON.parse(body)).toMatchObject({ version: '1.9.0' })
  expect((await read(`stable/${fileOf(earlier)}`)).status).toBe(200)
  for (const path of [fileOf(partly), fileName, blockMap])
    expect([path, (await read(`stable/${path}`)).status]).toEqual([path, 404])
  await db.update(versions).set({ rolloutPercent: 100 }).where(eq(versions.id, versionId))
  for (const path of [fileOf(partly), fileName])
    expect([path, (await read(`stable/${path}`)).status]).toEqual([path, 200])
})

test('the other channel stays closed, and its files cannot be had through the public one', async () => {
  await publishLatest()
  const beta = await publish({ version: '3.0.0-beta.1', channel: 'beta' })
  const refusal = { message: 'This channel is not public. Its feeds need the updateToken of a device with a license.' }
  for (const path of ['beta/beta.yml', `beta/${fileOf(beta)}`]) {
    const { status, body } = await read(path)
    expect([path, status, JSON.parse(body)]).toEqual([path, 403, refusal])
  }
  expect((await read(`stable/${fileOf(beta)}`)).status).toBe(404)
})

test('it does not learn the number of a first version that some devices get', async () => {
  await publishLatest({ rolloutPercent: 50 })
  const { status, body } = await read('stable/latest.yml')
  expect([status, JSON.parse(body)]).toEqual([404, { message: 'There is no version on this channel yet.' }])
})

test('it gets the block maps of versions that it could get, and of no others', async () => {
  const [latest, beta] = [
    await publishLatest(),
    await publish({ version: '3.0.0-beta.1', channel: 'beta', publishedAt: new Date().toISOString() }),
  ]
  await mapBlocks({ db, objects: platform.objects })
  const mapOf = (number: string) => read(`stable/files/${latest.id}/${number}/${latest.fileName}.blockmap`)
  expect([(await mapOf('2.0.0')).status, (await mapOf(beta.version)).status]).toEqual([200, 404])
})

test('a withdrawn version is gone', async () => {
  const version = await publishLatest()
  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, version.id))
  expect((await read(`stable/${fileOf(version)}`)).status).toBe(404)
  expect((await read('stable/update.json')).status).toBe(204)
})

test('a device whose license may not run gets every update of a public channel, and of no other', async () => {
  const version = await publishLatest()
  const { owner, license, updateToken } = await installed()
  await owner.call(licenses.change, { params: license, body: { status: 'revoked' } })
  for (const path of ['latest.yml', fileOf(version)])
    expect((await read(`stable/${path}`, updateToken)).status).toBe(200)
  expect((await read('beta/beta.yml', updateToken)).status).toBe(403)
})

test('such a device gets no file of the other channel through the public one', async () => {
  const version = await publishLatest()
  const beta = await publish({ version: '3.0.0-beta.1', channel: 'beta' })
  const fileName = 'Depot-3.0.0-beta.1-full.nupkg'
  const facts = { versionId: beta.id, packageId: 'Depot', fileName, sha1: '0'.repeat(40) }
  await db.insert(releasePackages).values({ ...facts, objectId: String(beta.objectId) })
  const { owner, license, updateToken } = await installed()
  const statuses = async () => {
    const paths = [fileOf(version), fileOf(beta), fileName]
    return Promise.all(paths.map(async (path) => (await read(`stable/${path}`, updateToken)).status))
  }
  expect(await statuses()).toEqual([200, 200, 200])
  await owner.call(licenses.change, { params: license, body: { status: 'revoked' } })
  expect(await statuses()).toEqual([200, 404, 404])
})

test('no channel is public unless the operator says so', async () => {
  const version = await publishLatest()
  for (const path of ['latest.yml', fileOf(version)])
    expect((await app.inject({ url: `/updates/public/stable/${path}` })).statusCode).toBe(403)
})

test('the setting opens one channel or all, and the screens know', async () => {
  const channels = (PUBLIC_CHANNELS: string) => readConfig({ PUBLIC_CHANNELS }).publicChannels
  expect([channels(''), channels('none'), channels('stable'), channels('all')]).toEqual([
    [],
    [],
    ['stable'],
    ['stable', 'beta'],
  ])
  expect(() => channels('beta')).toThrow('The setting PUBLIC_CHANNELS is not usable')
  expect((await open.inject({ url: '/api/config' })).json()).toMatchObject({ publicChannels: ['stable'] })
})

test('calls without a token are counted by address', async () => {
  await publishLatest()
  const call = (address: string) => read('stable/update.json', PUBLIC_TOKEN, address)
  for (let number = 0; number < PUBLIC_CALLS.calls; number += 100)
    await Promise.all(Array.from({ length: 100 }, () => call('10.0.0.2')))
  expect((await call('10.0.0.2')).status).toBe(429)
  expect((await call('10.0.0.3')).status).toBe(200)
})
