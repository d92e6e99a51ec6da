import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failingStore } from '#clients/testing/application.ts'
import { publishedKeys } from '#clients/testing/published-keys.ts'
import { buildApp } from '#server/app.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { emptyDatabase, restore, save, temporaryFolder } from '#server/testing/operations/backups.ts'
import { app, config } from '#server/testing/testing.ts'
import { createDeviceClient } from './client.ts'
import { createLicensing } from './licensing.ts'

// Restores a whole database.
vi.setConfig({ testTimeout: 90_000 })

const LISTENING = { port: 0, host: '127.0.0.1' }

async function restoredPortal() {
  const { file } = await save(await temporaryFolder())
  const url = await emptyDatabase()
  await restore(file, url)
  const { platform, close } = await openPlatform(config, { databaseUrl: url })
  const portal = await buildApp(platform)
  onTestFinished(async () => {
    await portal.close()
    await close()
  })
  return { server: await portal.listen(LISTENING), keys: await publishedKeys(portal) }
}

test('a device of before the backup runs by its license file, and checks in with its token', async () => {
  const { key } = await ownerWithLicense()
  const device = { deviceFingerprint: randomUUID(), deviceName: 'LAB-1', deviceOs: 'Windows 11', appVersion: '1.0.0' }
  const store = failingStore()
  const boot = (server: string, keys: Record<string, string>) =>
    createLicensing({ client: createDeviceClient({ server }), store, device, keys })
  const before = boot(await app.listen(LISTENING), await publishedKeys())
  await before.activate(key)
  expect(before.status().code).toBe('VALID')

  const { server, keys } = await restoredPortal()
  const after = boot(server, keys)
  const issued = store.saved().licenseFile
  expect(after.status().code).toBe('VALID')
  await after.checkIn()
  expect(after.status().code).toBe('VALID')
  expect(store.saved().licenseFile).not.toBe(issued)
})
