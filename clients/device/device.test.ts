import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#clients/testing/application.ts'
import { UUID, licenseFile } from '#clients/vectors/examples.ts'
import { armour, publicKeyOf, seal } from '#clients/vectors/signing.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { change } from '#server/testing/licensing/licenses.ts'
import { app, caller, db, signIn } from '#server/testing/testing.ts'
import { newDevice } from './testing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'device-'))
let server = ''
beforeAll(async () => {
  server = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const device = () => newDevice(folder, server)

async function ownerWithLicense() {
  const owner = await signIn()
  const license = await makeLicense(db, { organizationId: owner.organizationId, label: 'Reception' })
  return { owner, license, key: license.licenseKey }
}

describe('npm run device', { timeout: 60_000 }, () => {
  test('activates, checks in, stops after a revocation and runs again once the license is restored', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const { run, state, remembered } = device()
    const activated = await run('activate', '--key', key, '--name', 'FRONT-1', '--os', 'Windows 11')
    expect(activated).toMatchObject({ code: 0, error: '' })
    expect(activated.out).toMatch(/^✔ VALID: .*\n {2}License {8}Reception \(active, paid\)/)
    expect(statSync(state).mode & 0o777).toBe(0o600)
    expect(remembered().licensing['deviceToken']).toMatch(/^[\w-]{43}$/)

    expect((await run('validate')).code).toBe(0)
    const checkedIn = JSON.parse((await run('check-in', '--json')).out) as object
    expect(checkedIn).toMatchObject({
      command: 'check-in',
      exitCode: 0,
      mayRun: true,
      decision: { code: 'VALID', license: { deviceName: 'FRONT-1' } },
    })
    await change(owner, license, { status: 'revoked' })
    expect(await run('check-in')).toMatchObject({ code: 1, out: expect.stringMatching(/^✘ REVOKED: /) })
    expect(await run('status')).toMatchObject({ code: 1, out: expect.stringMatching(/^✘ REVOKED: /) })
    await change(owner, license, { status: 'unassigned', reserve: true })
    expect((await run('check-in')).code).toBe(0)
  })

  test('is the same computer in any spelling of its UUID, and another one with another UUID', async () => {
    const { key } = await ownerWithLicense()
    const { run } = device()
    const uuid = crypto.randomUUID()
    expect((await run('activate', '--key', key, '--uuid', uuid)).code).toBe(0)
    expect((await run('check-in', '--uuid', `{${uuid.toUpperCase()}}`)).code).toBe(0)
    expect((await run('check-in', '--uuid', crypto.randomUUID())).code).toBe(64)
  })

  test('refuses a second device until the first one releases the license; releasing twice succeeds', async () => {
    const { key } = await ownerWithLicense()
    const [first, second] = [device(), device()]
    expect((await first.run('activate', '--key', key)).code).toBe(0)
    expect(await second.run('activate', '--key', key)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^✘ DEVICE_MISMATCH: /),
    })
    expect((await first.run('deactivate')).code).toBe(0)
    expect(first.remembered().licensing).not.toHaveProperty('deviceToken')
    expect((await first.run('deactivate', '--key', key)).code).toBe(0)
    expect((await second.run('activate', '--key', key)).code).toBe(0)
  })

  test('accepts the license file without a network unless it was changed', async () => {
    const { key } = await ownerWithLicense()
    const { run, runOffline, state, remembered } = device()
    await run('activate', '--key', key)
    const before = remembered().licensing['licenseFile'] ?? ''
    const offline = await runOffline('check-in')
    expect(offline.code).toBe(2)
    expect(offline.out).toMatch(/^✘ SERVER_ERROR: Can't reach the license server/)
    expect(offline.out).toMatch(/the last decision is valid until \d{4}-/)
    expect(remembered().licensing['licenseFile']).toBe(before)
    const status = await runOffline('status')
    expect(status).toMatchObject({ code: 0, out: expect.stringMatching(/^✔ VALID: /) })
    const lines = before.split('\n')
    const forged = [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n')
    writeFileSync(state, JSON.stringify({ ...remembered(), licensing: { licenseFile: forged } }))
    expect((await run('status')).code).toBe(1)
  })

  test('imports the license file for an offline request', async () => {
    const { key } = await ownerWithLicense()
    const { run, runOffline, file } = device()
    const [request, license] = [file('request.txt'), file('license.lic')]
    // Fetches the public keys, which a real application has compiled in.
    expect((await run('status')).out).toMatch(/^✘ NOT_ACTIVATED: /)
    expect((await runOffline('offline-request', '--key', key, '--file', request)).code).toBe(0)
    const body = { request: readFileSync(request, 'utf8'), ttlDays: 10 }
    const answer = await caller().call(licenseFiles.offlineRequest, { body })
    writeFileSync(license, answer.body.file.licenseFile)
    const imported = await runOffline('import', '--file', license)
    expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/^✔ VALID: .*\n {2}License {8}Reception/) })
    expect(imported.out).toContain(`May run until  ${answer.body.file.graceUntil}`)
    expect((await runOffline('status')).code).toBe(0)

    const other = device()
    await other.run('status')
    const stolen = await other.run('import', '--file', license)
    expect(stolen).toMatchObject({ code: 1, out: expect.stringMatching(/^✘ WRONG_DEVICE: /) })
  })

  test('imports a license file that PowerShell has written again', async () => {
    const { runOffline, state, file } = device()
    const keys = { 'rfc8032-1': publicKeyOf('rfc8032-1') }
    writeFileSync(state, JSON.stringify({ keys, deviceFingerprint: UUID }))
    const until = new Date(Date.now() + DAY).toISOString()
    const text = `\ufeff${armour(seal(licenseFile({ checkInBy: until, expiresAt: until, graceUntil: until })))}\r\n`
    const littleEndian = Buffer.from(text, 'utf16le')
    for (const bytes of [littleEndian, Buffer.from(littleEndian).swap16(), Buffer.from(text)]) {
      writeFileSync(file('powershell.lic'), bytes)
      expect(await runOffline('import', '--file', file('powershell.lic'))).toMatchObject({ code: 0 })
    }
  })

  test('lists the features of the license file while it may run', async () => {
    const { run, runOffline, state, file } = device()
    const keys = { 'rfc8032-1': publicKeyOf('rfc8032-1') }
    writeFileSync(state, JSON.stringify({ keys, deviceFingerprint: UUID }))
    const importing = (days: number, features: string[]) => {
      const at = (day: number) => new Date(Date.now() + day * DAY).toISOString()
      const times = { issuedAt: at(days - 1), checkInBy: at(days), expiresAt: at(days), graceUntil: at(days) }
      writeFileSync(file('features.lic'), armour(seal(licenseFile({ ...times, features }))))
      return runOffline('import', '--file', file('features.lic'))
    }
    expect((await importing(-1, ['cad-export'])).out).not.toContain('Features')
    expect((await importing(1, ['cad-export', 'reports'])).out).toContain('\n  Features       cad-export, reports')
    expect(JSON.parse((await runOffline('status', '--json')).out)).toMatchObject({
      features: ['cad-export', 'reports'],
    })
    expect((await run('activate', '--key', 'AAAAA')).out).not.toContain('Features')
    expect((await runOffline('activate', '--key', 'AAAAA')).out).toContain('\n  Features       cad-export, reports')
  })

  test('exits with 3 if the license cannot be saved', async () => {
    const { key } = await ownerWithLicense()
    const { run, state } = device()
    mkdirSync(`${state}.part`)
    const unsaved = await run('activate', '--key', key)
    expect(unsaved).toMatchObject({ code: 3, out: expect.stringMatching(/^✔ VALID: /) })
    expect(unsaved.error).toMatch(/^Couldn’t save the state/)
  })

  test('refuses an address that is not http and a state file of another program', async () => {
    expect(await newDevice(folder, 'ftp://portal.example.com').run('status')).toMatchObject({
      code: 64,
      error: expect.stringMatching(/isn’t a valid server address/),
    })
    const { run, state } = device()
    for (const text of ['null', '[]']) {
      writeFileSync(state, text)
      const refused = await run('status')
      expect(refused).toMatchObject({ code: 70, error: expect.stringMatching(/^Can’t read the state file /) })
    }
  })

  test('exits with 2 if the first command has no network', async () => {
    const { code, error } = await device().runOffline('activate', '--key', 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')
    expect(code).toBe(2)
    expect(error).toMatch(/^Can’t read the public keys of /)
  })

  test('moves the license to new hardware', async () => {
    const { key } = await ownerWithLicense()
    const { run } = device()
    await run('activate', '--key', key, '--uuid', 'OLD-BOARD')
    expect(await run('transfer', '--uuid', 'NEW-BOARD')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^✔ VALID: /),
    })
    expect(await run('validate')).toMatchObject({ code: 0 })
    expect((await run('enroll', '--enrollment-key', 'ENR-1', '--reason', 'forced')).code).toBe(64)
  })

  test.each([[['--help']], [['activate', '-h']]])('shows its commands for %j', async (words) => {
    expect(await device().run(...words)).toMatchObject({ code: 0, out: expect.stringContaining('check-in') })
  })

  test.each([
    [['fly'], /npm run device/],
    [['constructor'], /npm run device/],
    [[], /npm run device/],
    [['validate', '--color', 'red'], /--color/],
    [['activate'], /--key/],
    [['enroll'], /--enrollment-key/],
    [['import'], /--file/],
    [['update'], /--app-version/],
    [['check-in'], /Run activate first/],
    [['status', '--channel', 'alpha'], /--channel stable, beta/],
  ])('exits with 64 for the invalid arguments %j', async (words, sentence) => {
    const { code, error } = await device().run(...words)
    expect(code).toBe(64)
    expect(error).toMatch(sentence)
  })
})
