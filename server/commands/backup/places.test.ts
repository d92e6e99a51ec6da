import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/database/startup-error.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { bucketAt, startBucket, startOddBucket } from '#server/testing/platform/objects.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { config } from '#server/testing/testing.ts'
import { backupName, openBackup, openPlace } from './places.ts'

/** More than one part of an upload to a bucket. */
const content = randomBytes(12_000_000)

const OLD = backupName(new Date('2026-03-05T01:30:00Z'))
const NEW = backupName(new Date('2026-03-06T01:30:00Z'))

async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-place-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const places = {
  'a folder': async () => ({ address: path.join(await newFolder(), 'new', 'backups'), s3: undefined }),
  'a bucket': async () => ({ address: 's3://latchkey/backups/daily', s3: bucketAt(await startBucket()) }),
}

test.each(Object.entries(places))('%s keeps whole backups only', async (_name, open) => {
  const { address, s3 } = await open()
  const place = openPlace(address, s3)
  for (const name of [NEW, OLD]) await place.write(name, (sink) => pipeline(Readable.from([content]), sink))
  await expect(
    place.write('latchkey-20260307T013000Z.backup', async (sink) => {
      sink.write(content)
      throw new Error('The database went away')
    }),
  ).rejects.toThrow('The database went away')
  expect(await place.list()).toEqual([OLD, NEW])
  expect((await buffer(await place.read(NEW))).equals(content)).toBe(true)
  await place.remove(OLD)
  await expect(place.read(OLD)).rejects.toThrow('There is no backup')
  expect(await place.list()).toEqual([NEW])
})

test('a backup to a bucket that does not answer fails', async () => {
  const silent = openPlace('s3://latchkey/backups', bucketAt(await startOddBucket(() => undefined)), 200)
  const write = () => silent.write(NEW, (sink) => pipeline(Readable.from([content]), sink))
  await expect(write()).rejects.toThrow('exceeded the configured 200 ms')
  await expect(silent.list()).rejects.toThrow('exceeded the configured 200 ms')
})

test('parts of killed backups are deleted after a day', async () => {
  const folder = await newFolder()
  for (const name of ['old.part', 'new.part']) await writeFile(path.join(folder, name), '')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  await utimes(path.join(folder, 'old.part'), twoDaysAgo, twoDaysAgo)
  await openPlace(folder, undefined).write(NEW, (sink) => pipeline(Readable.from([content]), sink))
  expect((await readdir(folder)).toSorted()).toEqual([NEW, 'new.part'])
})

test('restored files are stored in the folder and in the bucket, in place of what is there', async () => {
  const folder = await newFolder()
  for (const s3 of [undefined, bucketAt(await startBucket())]) {
    const files = await openStorage({ ...config, dataDirectory: folder, s3 })
    await files.probe(AbortSignal.timeout(5000))
    await files.restore('proof-1.pdf', Readable.from([Buffer.from('other')]))
    await files.restore('proof-1.pdf', Readable.from([content]))
    expect((await buffer(await files.read('proof-1.pdf'))).equals(content)).toBe(true)
  }
})

test.each(Object.entries(places))('an address in %s names a backup, or the newest of a place', async (_name, open) => {
  const { address, s3 } = await open()
  const place = openPlace(address, s3)
  for (const name of [NEW, OLD]) await place.write(name, (sink) => pipeline(Readable.from([name]), sink))
  const opened = async (from: string) => {
    const { name, source } = await openBackup(from, s3)
    return { name, content: String(await buffer(source)) }
  }
  expect(await opened(`${address}/${OLD}`)).toEqual({ name: OLD, content: OLD })
  for (const newest of [address, `${address}/`]) expect(await opened(newest)).toEqual({ name: NEW, content: NEW })
  await expect(openBackup(`${address}/other`, s3)).rejects.toThrow(`There is no backup in ${address}/other.`)
})

test('a bucket without credentials is refused in words', () => {
  expect(() => openPlace('s3://latchkey/backups', undefined)).toThrow('A backup in a bucket needs S3_BUCKET')
})

test('a place that is neither a folder nor a bucket is refused, not taken for a folder', () => {
  expect(() => openPlace('https://s3.example.com/backups', undefined)).toThrow(
    'The place https://s3.example.com/backups is not usable: it must be a folder, or an address like s3://bucket/prefix.',
  )
})

test('a folder that cannot be used is named with the reason', async () => {
  const file = path.join(await newFolder(), 'file')
  await writeFile(file, '')
  for (const folder of [file, path.join(file, 'below')]) {
    const place = openPlace(folder, undefined)
    const answers = await Promise.allSettled([place.write(NEW, async () => {}), place.list(), place.read(NEW)])
    expect(answers.map((answer) => answer.status === 'rejected' && String(answer.reason))).toEqual(
      answers.map(() => expect.stringContaining(`The folder ${folder} cannot be used: E`)),
    )
    for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(StartupError) })
  }
})

test.runIf(process.platform === 'linux')('a folder below /proc, where none can be made, is refused', async () => {
  // Node.js would try for ever, on a thread that no time limit of a test ends.
  const write = `const { openPlace } = await import('#server/commands/backup/places.ts')
    await openPlace('/proc/backups/daily', undefined).write('${NEW}', async () => {})`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', write], {
    timeout: 10_000,
  }).catch((error: { stderr: string }) => error)
  expect(stderr).toContain('The folder /proc/backups/daily cannot be used: no folder can be made in /proc.')
})

test('a bucket that cannot be used is named with the reason', async () => {
  const there = bucketAt(await startBucket())
  const away = { ...there, endpoint: `http://localhost:${await freePort()}` }
  const writeTo = (address: string, s3: typeof there) =>
    openPlace(address, s3).write(NEW, (sink) => pipeline(Readable.from([content]), sink))
  await expect(writeTo('s3://other/daily', there)).rejects.toThrow(
    'The bucket other cannot be used: NoSuchBucket: The specified bucket does not exist.',
  )
  await expect(openPlace('s3://other/daily', there).list()).rejects.toBeInstanceOf(StartupError)
  await expect(writeTo('s3://latchkey/daily', away)).rejects.toThrow(
    'The bucket latchkey cannot be used: connect ECONN',
  )
})
