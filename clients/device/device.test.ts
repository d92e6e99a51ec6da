import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { change } from '#server/features/licenses/testing.ts'
import { makeLicense } from '#server/database/seed/licenses.ts'
import { app, db, signIn } from '#server/testing/testing.ts'
import { createDeviceClient } from './client.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'device-'))
let server = ''
beforeAll(async () => {
  server = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rmSync(folder, { recursive: true }))

let devices = 0

/** A device with a state file of its own, driven as a person would. */
function device() {
  const state = path.join(folder, `device-${++devices}.json`)
  const program = path.join(import.meta.dirname, 'cli.ts')
  const runAgainst = (address: string, ...words: string[]) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) => {
      const args = [program, ...words, '--server', address, '--state', state]
      execFile(process.execPath, args, (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      )
    })
  return {
    state,
    run: (...words: string[]) => runAgainst(server, ...words),
    runOffline: (...words: string[]) => runAgainst('http://127.0.0.1:9', ...words),
    remembered: () => JSON.parse(readFileSync(state, 'utf8')) as Record<string, unknown>,
  }
}

async function ownerWithLicense() {
  const owner = await signIn()
  const license = await makeLicense(db, { organizationId: owner.organizationId, label: 'Reception' })
  return { owner, license, key: license.licenseKey }
}

describe('on the command line', { timeout: 60_000 }, () => {
  test('a device activates, checks in, learns of its revocation and of its restoration', async () => {
    const { owner, license, key } = await ownerWithLicense()
    const { run, state, remembered } = device()
    const activated = await run('activate', '--key', key, '--name', 'FRONT-1', '--os', 'Windows 11')
    expect(activated).toMatchObject({ code: 0, error: '' })
    expect(activated.out).toMatch(/^✔ VALID: .*\n {2}License {8}Reception \(active, paid\)/)
    expect(statSync(state).mode & 0o777).toBe(0o600)
    expect(remembered()['deviceToken']).toMatch(/^[\w-]{43}$/)

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
    expect((await run('status')).code).toBe(1)
    await change(owner, license, { status: 'unassigned' })
    expect(await run('check-in')).toMatchObject({ code: 1, out: expect.stringMatching(/^✘ NOT_ACTIVATED: /) })
    expect((await run('activate')).code).toBe(0)
  })

  test('a second device is refused until the first one gives the license back, which it can do twice', async () => {
    const { key } = await ownerWithLicense()
    const [first, second] = [device(), device()]
    expect((await first.run('activate', '--key', key)).code).toBe(0)
    expect(await second.run('activate', '--key', key)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^✘ DEVICE_MISMATCH: /),
    })
    expect((await first.run('deactivate')).code).toBe(0)
    expect(first.remembered()).not.toHaveProperty('deviceToken')
    expect((await first.run('deactivate')).code).toBe(0)
    expect((await second.run('activate')).code).toBe(0)
  })

  test('without a network the last decision holds until its grace is over', async () => {
    const { key } = await ownerWithLicense()
    const { run, runOffline, state, remembered } = device()
    await run('activate', '--key', key)
    const before = remembered()['decision'] as { checkIn: { graceUntil: string } }
    const offline = await runOffline('check-in')
    expect(offline.code).toBe(2)
    expect(offline.out).toMatch(/^✘ SERVER_ERROR: The license server cannot be reached/)
    expect(offline.out).toContain(`the last decision holds until ${before.checkIn.graceUntil}`)
    expect(remembered()['decision']).toEqual(before)
    expect((await runOffline('status')).code).toBe(0)
    const past = { ...before, checkIn: { ...before.checkIn, graceUntil: '2020-01-01T00:00:00.000Z' } }
    writeFileSync(state, JSON.stringify({ ...remembered(), decision: past }))
    expect(await run('status')).toMatchObject({ code: 1, out: expect.stringMatching(/too long ago/) })
  })

  test.each([
    [['fly'], /npm run device/],
    [['constructor'], /npm run device/],
    [[], /npm run device/],
    [['validate', '--colour', 'red'], /--colour/],
    [['activate'], /--key/],
    [['check-in'], /Run activate first/],
  ])('%j is wrong usage: 64', async (words, sentence) => {
    const { code, error } = await device().run(...words)
    expect(code).toBe(64)
    expect(error).toMatch(sentence)
  })
})

describe('what is no answer decides nothing', () => {
  async function against(listener: RequestListener) {
    const impostor = createServer(listener)
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
    const { port } = impostor.address() as AddressInfo
    const client = createDeviceClient({ server: `http://127.0.0.1:${port}`, timeoutSeconds: 0.3 })
    const holder = { licenseKey: 'AAAAA', deviceFingerprint: 'PC-1' }
    const answers = [await client.validate(holder), await client.deactivate(holder)]
    impostor.closeAllConnections()
    impostor.close()
    return answers.map(({ decision }) => decision && `${decision.valid} ${decision.conclusive}`)
  }
  const nothing = ['false false', 'false false']
  const valid = { valid: true, code: 'VALID', detail: 'Yes', conclusive: true, nonce: 'replayed' }

  test.each<[string, RequestListener]>([
    ['a hotel’s sign-in page', (_request, response) => response.end('<html>Welcome</html>')],
    ['a fault', (_request, response) => response.writeHead(502).end('Bad gateway')],
    ['half an answer', (_request, response) => response.end('{"valid": true, "code')],
    ['a redirect', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
    ['silence', () => {}],
    ['a cut connection', (request) => request.destroy()],
  ])('%s', async (_what, listener) => {
    expect(await against(listener)).toEqual(nothing)
  })

  test('an answer to another question, or one that contradicts itself', async () => {
    const [replayed] = await against((_request, response) => response.end(JSON.stringify(valid)))
    expect(replayed).toBe('false false')
    const [contradiction] = await against((_request, response) =>
      response.end(JSON.stringify({ ...valid, code: 'REVOKED' })),
    )
    expect(contradiction).toBe('false false')
  })
})
