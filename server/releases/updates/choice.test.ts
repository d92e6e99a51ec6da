import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest, readXml as xml } from '#server/testing/releases/updates.ts'
import { config, db, platform } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const { read, sentenceOf, updateToken } = await installed()

async function expectNothing(channel = 'stable') {
  for (const path of ['latest.yml', 'winget.yaml'])
    expect([path, ...(await sentenceOf(path, channel))]).toEqual([
      path,
      404,
      'There is no version on this channel yet.',
    ])
  const { version, url } = xml((await read('autoupdater.xml', channel)).body).item
  expect([version, url]).toEqual(['0.0.0.0', `${config.publicUrl}/updates/${updateToken}/${channel}/`])
  expect(xml((await read('appcast.xml', channel)).body).rss.channel.item).toBeUndefined()
  expect((await read('update.json', channel)).status).toBe(204)
}

test('without a version each feed says so in its own way', async () => {
  await expectNothing()
  await expectNothing('beta')
  await publish({ version: '1.0', isLatest: false })
  await expectNothing()
})

test('offers no version without a file, or without a SHA-512 until the job has computed it; a lost or unreadable file blocks no other', async () => {
  await publishLatest({ objectId: null })
  await expectNothing()
  await db.delete(versions)
  const { key } = await publishLatest()
  const [{ key: lost }, { key: unreadable }] = [await publish({ version: '1.0' }), await publish({ version: '0.9' })]
  await db.update(objects).set({ sha512: null })
  await expectNothing()

  for (const name of [lost, unreadable]) await rm(`${platform.config.dataDirectory}/objects/${name}`)
  await mkdir(`${platform.config.dataDirectory}/objects/${unreadable}`)
  await expect(platform.objects.fillMissingHashes()).rejects.toThrow()
  const sha512 = createHash('sha512').update(PROGRAM).digest('base64')
  expect(parse((await read('latest.yml')).body)).toMatchObject({ version: '2.0.0', sha512 })
  const rows = await db
    .select()
    .from(objects)
    .where(inArray(objects.key, [key, lost, unreadable]))
  expect(rows.map((row) => [row.key, row.sha512])).toEqual(
    expect.arrayContaining([
      [key, sha512],
      [lost, null],
      [unreadable, null],
    ]),
  )
})

const offeredOn = async (channel: string) => {
  const answer = await read('update.json', channel)
  return answer.status === 204 ? null : answer.json<{ version: string }>().version
}

test('beta gets the betas and stable does not, until the latest is higher', async () => {
  await publishLatest({ version: '2.0.0' })
  await publish({ version: '2.1.0-beta.2', channel: 'beta' })
  await publish({ version: '2.1.0-beta.10', channel: 'beta' })
  await publish({ version: '3.0.0' })
  expect([await offeredOn('stable'), await offeredOn('beta')]).toEqual(['2.0.0', '2.1.0-beta.10'])
  await db.update(versions).set({ isLatest: false })
  await publishLatest({ version: '2.1.0' })
  expect([await offeredOn('stable'), await offeredOn('beta')]).toEqual(['2.1.0', '2.1.0'])
})

test('outside the rollout each feed offers the version before it, or says that there is nothing', async () => {
  const before = await publish({ version: '1.9.0' })
  const { id } = await publishLatest({ rolloutPercent: 0 })
  expect(await offeredOn('stable')).toBe('1.9.0')
  expect(parse((await read('latest.yml')).body)).toMatchObject({ version: '1.9.0' })
  expect((await read('latest.yml')).body).not.toContain('stagingPercentage')

  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, before.id))
  const held = parse((await read('latest.yml')).body)
  expect(held).toMatchObject({ version: '2.0.0', stagingPercentage: 0, files: [{ url: expect.stringContaining(id) }] })
  expect(xml((await read('autoupdater.xml')).body).item.version).toBe('0.0.0.0')
  expect(xml((await read('appcast.xml')).body).rss.channel.item).toBeUndefined()
  expect((await sentenceOf('winget.yaml'))[0]).toBe(404)
  expect(await offeredOn('stable')).toBeNull()

  await db.update(versions).set({ rolloutPercent: 100 }).where(eq(versions.id, id))
  expect(await offeredOn('stable')).toBe('2.0.0')
})

test('a withdrawn version leaves every feed immediately, and no device is downgraded', async () => {
  const before = await publish({ version: '1.9.0' })
  const { id } = await publishLatest()
  expect(await offeredOn('stable')).toBe('2.0.0')
  await db.update(versions).set({ isActive: false, isLatest: false }).where(eq(versions.id, id))
  await expectNothing()
  await db.update(versions).set({ isLatest: true }).where(eq(versions.id, before.id))
  expect(await offeredOn('stable')).toBe('1.9.0')
  expect((await read('update.json?version=2.0.0')).status).toBe(204)
})
