import { describe, expect, test } from 'vitest'
import { activated, computer, DAY } from '#clients/testing/application.ts'
import { KEYS, LICENSE_KEY } from '#clients/testing/signing-server.ts'
import { publicKeyOf } from '#clients/vectors/signing.ts'
import { createDeviceClient } from './client.ts'

const HOUR = DAY / 24

describe('public keys', () => {
  const good = publicKeyOf('rfc8032-1')
  test.each<[string, Record<string, string>]>([
    ['no keys', {}],
    ['the placeholder of the example', { k1: 'REPLACE-WITH-32-BYTES-IN-BASE64-OF-CURRENT==' }],
    ['31 bytes', { k1: Buffer.alloc(31).toString('base64') }],
    ['base64url', { k1: Buffer.alloc(32, 0xff).toString('base64url') }],
    ['an empty second key', { k1: good, k2: '' }],
    ['an invalid key id', { 'my key': good }],
    ['a trailing line break', { k1: `${good}\n` }],
  ])('createLicensing refuses %s', (_what, keys) => {
    expect(() => computer().boot({ keys })).toThrow(/public key/i)
  })

  test('an application that trusts no current key gets no license and says that it is too old', async () => {
    const machine = computer()
    const licensing = machine.boot({ keys: { old: publicKeyOf('rfc8032-3') } })
    const { decision } = await licensing.activate(LICENSE_KEY)
    expect(decision).toMatchObject({ valid: false, code: 'UNKNOWN_KEY' })
    expect(machine.server.holder()).toBeNull()
    const tooOld = {
      code: 'UNKNOWN_KEY',
      detail: 'This version is too old for the license server. Update the application.',
    }
    expect(licensing.status()).toMatchObject({ mayRun: false, ...tooOld })
    await machine.boot().activate(LICENSE_KEY)
    expect(machine.boot().status()).toMatchObject({ mayRun: true, warnings: [] })
  })

  test('a key with the value of another one is reported to onError', async () => {
    const machine = computer()
    const keys = { 'rfc8032-1': publicKeyOf('rfc8032-2'), 'rfc8032-2': publicKeyOf('rfc8032-1') }
    const { decision } = await machine.boot({ keys }).activate(LICENSE_KEY)
    expect(decision).toMatchObject({ valid: false, code: 'SERVER_ERROR', conclusive: false })
    expect(machine.errors).toEqual(['a valid decision with a license file that is BAD_SIGNATURE'])
  })

  test('an application whose key is retired runs until grace ends, warns from the first day, then says why', async () => {
    const { licensing, machine, server } = await activated()
    server.kid = 'rfc8032-3'
    machine.wait(DAY)
    expect((await licensing.checkIn())?.decision).toMatchObject({ valid: false, code: 'UNKNOWN_KEY' })
    expect(licensing.status()).toMatchObject({ mayRun: true, warnings: [{ code: 'UNKNOWN_KEY' }] })
    machine.wait(13 * DAY + HOUR)
    expect(licensing.status()).toMatchObject({ mayRun: false, code: 'UNKNOWN_KEY' })
    const updated = machine.boot({ keys: { ...KEYS, 'rfc8032-3': publicKeyOf('rfc8032-3') } })
    expect(updated.status().code).toBe('EXPIRED')
    await updated.tick()
    expect(updated.status().mayRun).toBe(true)
  })

  test('a valid decision with a file that says otherwise is not shown as valid', async () => {
    const machine = computer()
    const other = computer('OTHER-PC')
    await other.boot().activate(LICENSE_KEY)
    const licensing = machine.boot({
      client: createDeviceClient({
        server: 'https://portal.example.com',
        fetch: async (address, init) => {
          const nonce = (JSON.parse(init.body as string) as { nonce: string }).nonce
          const text = await (await machine.server.fetch(address, init)).text()
          const { licenseFile } = other.store.saved()
          return new Response(JSON.stringify({ ...(JSON.parse(text) as object), licenseFile, nonce }))
        },
      }),
    })
    expect((await licensing.activate(LICENSE_KEY)).decision).toMatchObject({ valid: false, code: 'WRONG_DEVICE' })
    expect(licensing.status().mayRun).toBe(false)
  })
})
