import { createHash } from 'node:crypto'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { files } from '#contract/releases/files.ts'
import { publications } from '#contract/releases/publications.ts'
import { only } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { fileOf, uploadFile } from '#server/testing/releases/files.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'
import { mapBlocks } from './map-blocks.ts'

afterEach(() => db.delete(versions))

const admin = await signIn({ role: 'admin' })
const { ask, read } = await installed()

const objectBy = (where: { id: string } | { key: string }) =>
  db
    .select()
    .from(objects)
    .where('id' in where ? eq(objects.id, where.id) : eq(objects.key, where.key))
    .then(only)
const mapOf = async (key: string) => {
  const { blockMapId } = await objectBy({ key })
  return blockMapId === null ? undefined : objectBy({ id: blockMapId })
}

async function draft(fileName = 'setup.exe') {
  const fileUrl = await uploadFile(admin, fileOf(fileName.endsWith('.exe') ? 'exe' : 'zip'), fileName)
  const { body } = await admin.call(files.upload, { body: { version: '5.0.0', fileName, fileUrl } })
  const { objectId } = await db.select().from(versions).where(eq(versions.id, body.id)).then(only)
  return { ...body, objectId: objectId ?? '' }
}

const queued = async (objectId: string) =>
  (await db.execute(sql`select data from pgboss.job where name = 'map-blocks' and data->>'objectId' = ${objectId}`))
    .rows

test('a new file is queued for its block map, also one that replaces another', async () => {
  const { id, objectId } = await draft()
  expect(await queued(objectId)).toHaveLength(1)
  await admin.call(files.change, { params: { id }, body: { fileUrl: await uploadFile(admin) } })
  const { objectId: replaced } = await db.select().from(versions).where(eq(versions.id, id)).then(only)
  expect(await queued(replaced ?? '')).toHaveLength(1)
})

test('the address in latest.yml has the number once there is a block map, and that address has both', async () => {
  const { id } = await publishLatest({ version: '2.4', fileName: 'Setup.exe' })
  const pathOf = async () => (parse((await read('latest.yml')).body) as { path: string }).path
  expect(await pathOf()).toBe(`files/${id}/Setup.exe`)
  await mapBlocks(platform)
  const path = await pathOf()
  expect(path).toBe(`files/${id}/2.4.0/Setup.exe`)
  expect((await ask(path)).rawPayload.subarray(0, 2).toString()).toBe('MZ')

  const { statusCode, headers, rawPayload } = await ask(`${path}.blockmap`)
  const etag = `"${createHash('sha256').update(rawPayload).digest('hex')}"`
  expect([statusCode, rawPayload.length > 0]).toEqual([200, true])
  expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'private, no-cache', etag })
  expect(headers).not.toHaveProperty('content-encoding')
  const head = await ask(`${path}.blockmap`, { method: 'HEAD' })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(rawPayload.length)])
  expect((await ask(`${path}.blockmap`, { headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  const part = await ask(`${path}.blockmap`, { headers: { range: 'bytes=1-3' } })
  expect([part.statusCode, part.rawPayload.equals(rawPayload.subarray(1, 4))]).toEqual([206, true])
  expect((await ask(`${path}.blockmap`, { headers: { range: 'bytes=99999-' } })).statusCode).toBe(416)
})

test('block maps are served of versions that devices may run, however their number is written, of the same architecture first', async () => {
  const { id } = await publishLatest({ version: '3.0.0' }, Buffer.from('MZ 3'))
  await publish({ version: '2.04', isActive: false }, Buffer.from('MZ 2 for x64'))
  await publish({ version: '2.4.0', architecture: 'arm64' }, Buffer.from('MZ 2 for arm64'))
  await publish({ version: '1.0.0', platform: 'macOS' }, Buffer.from('MZ 1'))
  await publish({ version: '2.9.0', isActive: false, publishedAt: null }, Buffer.from('MZ draft'))
  const { id: arm64 } = await publish({ version: '3.0.0', architecture: 'arm64' }, Buffer.from('MZ 3 for arm64'))
  await mapBlocks(platform)
  const sizeIn = async (path: string, channel = 'stable') => {
    const answer = await ask(`files/${path}/Setup.exe.blockmap`, { channel })
    return answer.statusCode === 200 ? answer.rawPayload : answer.statusCode
  }
  const [x64, other] = [await sizeIn(`${id}/2.4.0`), await sizeIn(`${arm64}/2.4.0`, 'stable-arm64')]
  expect([Buffer.isBuffer(x64), Buffer.isBuffer(other)]).toEqual([true, true])
  expect(x64).not.toEqual(other)
  for (const path of [`${id}/1.0.0`, `${id}/2.9.0`, `${id}/2.4`, `${id}/x`, `${id}/%00`, `${admin.user.id}/2.4.0`])
    expect([path, await sizeIn(path)]).toEqual([path, 404])
  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, id))
  expect(await sizeIn(`${id}/2.4.0`)).toBe(404)
})

test('only installers have block maps, one for each, and a lost file blocks no other', async () => {
  const { key } = await publishLatest()
  const { key: archive } = await publish({ version: '1.0', fileName: 'setup.zip' })
  const { key: lost } = await publish({ version: '1.1' })
  await rm(`${platform.config.dataDirectory}/objects/${lost}`)
  await Promise.all([mapBlocks(platform), mapBlocks(platform)])
  const map = await mapOf(key)
  expect(map).toMatchObject({ purpose: 'application', claimedAt: expect.any(String), sha512: expect.any(String) })
  await mapBlocks(platform)
  expect([await mapOf(key), await mapOf(archive), await mapOf(lost)]).toEqual([map, undefined, undefined])
  // Of two that were made at the same time, the other is deleted with unused files.
  const maps = await db
    .select()
    .from(objects)
    .where(sql`key like '%.gz' and claimed_at is null`)
  expect(maps.length).toBeLessThanOrEqual(1)
})

test('a file that cannot be read blocks no other, and the job says so', async () => {
  const { key } = await publish({ version: '1.2' })
  const { key: broken } = await publish({ version: '1.3' })
  await rm(`${platform.config.dataDirectory}/objects/${broken}`)
  await mkdir(`${platform.config.dataDirectory}/objects/${broken}`)
  await expect(mapBlocks(platform)).rejects.toThrow()
  expect(await mapOf(key)).toMatchObject({ purpose: 'application' })
  await rmdir(`${platform.config.dataDirectory}/objects/${broken}`)
})

test('a block map is deleted with its file', async () => {
  const { id, objectId } = await draft()
  await mapBlocks(platform, objectId)
  const { key, blockMapId } = await objectBy({ id: objectId })
  const map = await mapOf(key)
  await admin.call(publications.remove, { params: { id } })
  await db
    .update(objects)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(inArray(objects.id, [objectId, blockMapId ?? '']))
  await platform.objects.removeUnclaimed()
  expect(await db.$count(objects, inArray(objects.id, [objectId, blockMapId ?? '']))).toBe(0)
  await expect(platform.objects.read(map?.key ?? '')).rejects.toMatchObject({ statusCode: 404 })
})
