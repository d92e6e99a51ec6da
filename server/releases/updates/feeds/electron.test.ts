import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { NoOpLogger, type NsisUpdater } from 'electron-updater'
import { GenericDifferentialDownloader } from 'electron-updater/out/differentialDownloader/GenericDifferentialDownloader.js'
import { afterEach, expect, test } from 'vitest'
import { only } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { installApplication, newFolder, NodeHttpExecutor } from '#server/testing/releases/electron.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { app, db } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { updateToken } = await installed()

/** An application of this version on Windows. */
const application = (version: string, { channel = 'stable', token = updateToken } = {}) =>
  installApplication({ version, feed: `${origin}/updates/${token}/${channel}` })

const hasUpdate = async (updater: NsisUpdater) => {
  const result = await updater.checkForUpdates()
  return [result?.isUpdateAvailable, result?.updateInfo.version]
}

test('electron-updater finds the version, downloads it and finds it whole', async () => {
  await publishLatest({ version: '2.4.1', fileName: 'Setup 2.4.1 (ü).exe' })
  const updater = application('2.3.0')
  expect(await hasUpdate(updater)).toEqual([true, '2.4.1'])
  const [file = ''] = await updater.downloadUpdate()
  expect(path.basename(file)).toBe('Setup 2.4.1 (ü).exe')
  expect(readFileSync(file).equals(PROGRAM)).toBe(true)
  expect(await hasUpdate(application('2.4.1'))).toEqual([false, '2.4.1'])
  expect(await hasUpdate(application('3.0.0'))).toEqual([false, '2.4.1'])
})

test('electron-updater logs why an address with an unset variable is wrong, and that a token has ended', async () => {
  await publishLatest({ version: '2.4.1' })
  await expect(application('2.3.0', { token: 'undefined' }).checkForUpdates()).rejects.toThrow(
    'is not an update token. An update feed has the address /updates/{updateToken}/{channel}/{file}',
  )
  const ended = Buffer.alloc(32, 1).toString('base64url')
  await expect(application('2.3.0', { token: ended }).checkForUpdates()).rejects.toMatchObject({
    code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND',
  })
})

test('electron-updater refuses a file that is not what its feed says', async () => {
  const { objectId } = await publishLatest({ version: '2.4.1' })
  const sha512 = createHash('sha512').update('another').digest('base64')
  await db
    .update(objects)
    .set({ sha512 })
    .where(eq(objects.id, objectId ?? ''))
    .returning()
    .then(only)
  const updater = application('2.3.0')
  updater.on('error', () => undefined)
  expect(await hasUpdate(updater)).toEqual([true, '2.4.1'])
  await expect(updater.downloadUpdate()).rejects.toThrow(/sha512 checksum mismatch/)
})

test('electron-updater outside the rollout learns of nothing to install, and inside it does', async () => {
  const { id } = await publishLatest({ version: '2.4.1', rolloutPercent: 0 })
  expect(await hasUpdate(application('2.3.0'))).toEqual([false, '2.4.1'])
  await db.update(versions).set({ rolloutPercent: 100 }).where(eq(versions.id, id))
  expect(await hasUpdate(application('2.3.0'))).toEqual([true, '2.4.1'])
})

test('electron-updater gets betas from the folder of beta, or by its own channel there, and is not sent back when one is withdrawn', async () => {
  await publishLatest({ version: '2.4.1' })
  const { id } = await publish({ version: '2.5.0-beta.2', channel: 'beta' })
  expect(await hasUpdate(application('2.4.1'))).toEqual([false, '2.4.1'])
  expect(await hasUpdate(application('2.4.1', { channel: 'beta' }))).toEqual([true, '2.5.0-beta.2'])
  const updater = application('2.4.1', { channel: 'beta' })
  updater.channel = 'beta'
  updater.allowDowngrade = false
  expect(await hasUpdate(updater)).toEqual([true, '2.5.0-beta.2'])

  await db.update(versions).set({ isActive: false }).where(eq(versions.id, id))
  expect(await hasUpdate(application('2.5.0-beta.2', { channel: 'beta' }))).toEqual([false, '2.4.1'])
})

test('electron-updater reports the reason when the feed is empty or the token has expired', async () => {
  const updater = application('2.3.0')
  updater.on('error', () => undefined)
  await expect(updater.checkForUpdates()).rejects.toThrow(/Cannot find channel "latest.yml" update info/)
})

const BLOCK = 1000

/** Every second block differs. */
function twoBuilds(blocks: number) {
  const old = randomBytes(BLOCK * blocks)
  old.write('MZ')
  const next = Buffer.from(old)
  for (let block = 1; block < blocks; block += 2) randomBytes(BLOCK).copy(next, block * BLOCK)
  return { old, next }
}

const blockMapOf = (bytes: Buffer) => {
  const blocks = Array.from({ length: bytes.length / BLOCK }, (_, index) =>
    bytes.subarray(index * BLOCK, (index + 1) * BLOCK),
  )
  const checksums = blocks.map((block) => createHash('sha256').update(block).digest('base64'))
  return { version: '2' as const, files: [{ name: 'file', offset: 0, checksums, sizes: blocks.map(() => BLOCK) }] }
}

test.each([4, 100, 900])(
  'electron-updater puts a build of %i blocks together from the old one and what has changed',
  async (blocks) => {
    const { old, next } = twoBuilds(blocks)
    const { id, fileName } = await publishLatest({ version: '2.4.1' }, next)
    const directory = newFolder()
    const oldFile = path.join(directory, 'old.exe')
    const newFile = path.join(directory, 'new.exe')
    writeFileSync(oldFile, old)
    const executor = new NodeHttpExecutor()
    const sha512 = createHash('sha512').update(next).digest('base64')
    const downloader = new GenericDifferentialDownloader({ size: next.length, sha512 }, executor, {
      oldFile,
      newFile,
      newUrl: new URL(`${origin}/updates/${updateToken}/stable/files/${id}/${fileName}`),
      logger: new NoOpLogger(),
      requestHeaders: null,
      isUseMultipleRangeRequest: true,
      cancellationToken: undefined as never,
    })
    await downloader.download(blockMapOf(old), blockMapOf(next))
    expect(readFileSync(newFile).equals(next)).toBe(true)
    expect(executor.asked).toHaveLength(1)
  },
)
