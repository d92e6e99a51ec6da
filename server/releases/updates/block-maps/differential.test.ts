import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { versions } from '#server/database/schema/releases.ts'
import type { Objects } from '#server/platform/storage/objects.ts'
import { openBucket } from '#server/testing/platform/objects.ts'
import { twoBuilds } from '#server/testing/releases/builds.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installApplication, NodeHttpExecutor } from '#server/testing/releases/electron.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { db, platform } from '#server/testing/testing.ts'
import { mapBlocks } from './map-blocks.ts'

afterEach(() => db.delete(versions))

const { updateToken } = await installed()
const { old, next } = twoBuilds(24_000_000)

/** Version 2.4.0, which devices run, and 2.4.1, which they are offered. */
async function publishBoth(objects: Objects, nameOf: (version: string) => string) {
  const before = await publish({ version: '2.4.0', fileName: nameOf('2.4.0') }, old, objects)
  await publish({ version: '2.4.1', fileName: nameOf('2.4.1'), isLatest: true }, next, objects)
  await mapBlocks({ db, objects })
  return before
}

async function serve(objects: Objects) {
  const app = await buildApp({ ...platform, objects })
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** Updates 2.4.0 to 2.4.1 with electron-updater. `share`: bytes received, compared with the whole file. */
async function update(origin: string) {
  const executor = new NodeHttpExecutor()
  const feed = `${origin}/updates/${updateToken}/stable`
  const updater = installApplication({ version: '2.4.0', feed, installer: old }, executor)
  await updater.checkForUpdates()
  const [file = ''] = await updater.downloadUpdate()
  const { asked } = executor
  return { share: executor.received() / next.length, asked, name: path.basename(file), bytes: readFileSync(file) }
}

test.each([
  ['names that have the version', (version: string) => `Setup ${version} (ü).exe`],
  ['one name', () => 'Setup.exe'],
])('electron-updater downloads only what has changed, with %s', async (_title, nameOf) => {
  await publishBoth(platform.objects, nameOf)
  const { share, asked, name, bytes } = await update(await serve(platform.objects))
  expect(bytes.equals(next)).toBe(true)
  expect(name).toBe(nameOf('2.4.1'))
  expect(share).toBeLessThan(0.04)
  // The feed, two block maps, and all that is new in one request.
  expect(asked).toHaveLength(4)
})

test('electron-updater downloads only what has changed from a bucket', async () => {
  const objects = await openBucket()
  await publishBoth(objects, () => 'Setup.exe')
  const { share, bytes } = await update(await serve(objects))
  expect([bytes.equals(next), share < 0.04]).toEqual([true, true])
})

test('a device that runs a withdrawn version downloads only what has changed', async () => {
  const { id } = await publishBoth(platform.objects, () => 'Setup.exe')
  await db.update(versions).set({ isActive: false }).where(eq(versions.id, id))
  const { share, bytes } = await update(await serve(platform.objects))
  expect([bytes.equals(next), share < 0.04]).toEqual([true, true])
})
