import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyLicenseFile } from '#clients/typescript/license-file.ts'
import { devices } from '#contract/licensing/devices.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { buildApp } from '#server/app.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { computer, ownerWithLicense } from '#server/testing/licensing/devices.ts'
import { emptyDatabase, restore, save, temporaryFolder } from '#server/testing/operations/backups.ts'
import { config } from '#server/testing/testing.ts'

// Restores a whole database.
vi.setConfig({ testTimeout: 90_000 })

type Keys = { keys: { kid: string; publicKey: string }[] }

test('a restored portal serves its devices: an earlier file verifies, and an earlier token checks in', async () => {
  const { key } = await ownerWithLicense()
  const { fingerprint, activate } = computer()
  const { licenseFile, deviceToken } = (await activate(key)).body
  const { file } = await save(await temporaryFolder())
  const databaseUrl = await emptyDatabase()
  await restore(file, databaseUrl)

  const { platform, close } = await openPlatform(config, { databaseUrl })
  const restored = await buildApp(platform)
  onTestFinished(async () => {
    await restored.close()
    await close()
  })
  const { keys } = (await restored.inject({ url: licenseFiles.keys.url })).json<Keys>()
  const trusted = Object.fromEntries(keys.map(({ kid, publicKey }) => [kid, publicKey]))
  const verdict = verifyLicenseFile(licenseFile, { keys: trusted, deviceFingerprint: fingerprint, licenseKey: key })
  expect(verdict.code).toBe('VALID')
  const answer = await restored.inject({
    method: 'POST',
    url: devices.checkIn.url,
    headers: { authorization: `Device ${deviceToken}` },
    payload: { deviceName: 'PC-1', deviceOs: 'Windows 11' },
  })
  expect(answer.json()).toMatchObject({ code: 'VALID' })
})
