import { expect, test } from 'vitest'
import { openBucket } from '#server/testing/platform/objects.ts'
import { db, newUser, platform } from '#server/testing/testing.ts'
import { createHealth } from './health.ts'

async function storageOf(objects = platform.objects) {
  const health = await createHealth({ ...platform, objects })()
  const found = health.find(({ part }) => part === 'storage')
  return [found?.isHealthy, found?.detail]
}

async function storeIn(objects: typeof platform.objects) {
  const { id: userId } = await newUser({ role: 'admin' })
  await objects.claim(db, await objects.store({ userId, purpose: 'invoice' }, Buffer.from('%PDF-1.7\n')))
}

test('a bucket without the files of the folder before it is reported, and so is a folder without those of the bucket', async () => {
  const bucket = await openBucket()
  await storeIn(platform.objects)
  expect(await storageOf(bucket)).toEqual([
    false,
    'The newest file is not in the bucket: copy the files from where they were',
  ])
  await storeIn(bucket)
  expect(await storageOf(bucket)).toEqual([true, 'The bucket answers'])
  expect(await storageOf()).toEqual([
    false,
    'The newest file is not here: all processes must share one DATA_DIR, with the files of a bucket that was used before',
  ])
})
