import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failingStore } from '#clients/testing/application.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
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
  const { keys } = (await portal.inject({ url: licenseFiles.keys.url })).json<{ keys: PublishedKey[] }>()
  return {
    server: await portal.listen(LISTENING),
    keys: Object.fromEntries(keys.map((key) => [key.kid, key.publicKey])),
  }
}

type PublishedKey = { kid: string; publicKey: string }

test('a device of before the backup runs by its license file, and checks in with its token', async () => {
  const { key } = await ownerWithLicense()
  const device = { deviceFingerprint: randomUUID(), deviceName: 'LAB-1', deviceOs: 'Windows 11', appVersion: '1.0.0' }
  const store = failingStore()
  const boot = (server: string, keys: Record<string, string>) =>
    createLicensing({ client: createDeviceClient({ server }), store, device, keys })
  const { keys: published } = (await app.inject({ url: licenseFiles.keys.url })).json<{ keys: PublishedKey[] }>()
  const before = boot(await app.listen(LISTENING), Object.fromEntries(published.map((one) => [one.kid, one.publicKey])))
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
