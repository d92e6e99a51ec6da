import { describe, expect, test } from 'vitest'
import { activated, codesOf, computer, DAY } from '#clients/testing/application.ts'
import { LICENSE_KEY, type NetworkState } from '#clients/testing/signing-server.ts'
import { createDeviceClient } from './client.ts'

const HOUR = DAY / 24

const DEVICE = { deviceFingerprint: 'PC-1', deviceName: 'FRONT-1', deviceOs: 'Windows 11' }

describe('listeners', () => {
  const failures: [string, () => unknown][] = [
    [
      'throw',
      () => {
        throw new Error('listener')
      },
    ],
    ['return a rejected promise', () => Promise.reject(new Error('listener'))],
  ]
  test.each(failures)('listeners that %s do not stop the application', async (_how, fail) => {
    const machine = computer()
    const licensing = machine.boot({ onChange: fail, onError: fail })
    await licensing.start()
    licensing.stop()
    expect((await licensing.activate(LICENSE_KEY)).decision.code).toBe('VALID')
    expect(licensing.status().mayRun).toBe(true)
  })

  test('onChange is called once for each new warning and update', async () => {
    const { licensing, machine, server } = await activated()
    server.warnings = ['SUBSCRIPTION_PAST_DUE']
    server.update = { available: true, version: '2.0.0', mandatory: false }
    for (let hours = 0; hours < 48; hours++) {
      machine.wait(HOUR)
      await licensing.tick()
    }
    const news = machine.statuses.map((status) => [codesOf(status), status.update?.version])
    expect(news).toEqual([
      [[], undefined],
      [['SUBSCRIPTION_PAST_DUE'], '2.0.0'],
    ])
    expect(machine.boot().status()).toMatchObject({ update: { version: '2.0.0' }, warnings: [{ until: null }] })
    const updated = machine.boot({ device: { ...DEVICE, deviceFingerprint: machine.fingerprint, appVersion: '2.0.0' } })
    expect(updated.status().update).toBeNull()
  })
})

describe('the network', () => {
  const failures: NetworkState[] = ['down', 'sign-in page', 'fault', 'silence', 'replay']
  test.each(failures)('%s gives an inconclusive answer with a sentence for the user', async (network) => {
    const { licensing, machine, server } = await activated()
    server.network = network
    machine.wait(13 * DAY)
    const answer = await licensing.checkIn()
    expect(answer?.decision).toMatchObject({ valid: false, conclusive: false, code: 'SERVER_ERROR' })
    const sentence =
      network === 'fault' ? "The license server can't answer right now. " : "Can't reach the license server. "
    expect(answer?.decision.detail.startsWith(sentence)).toBe(true)
    expect(answer?.decision.detail).not.toMatch(/ECONN|fetch|HTTP/)
    expect(answer?.error).toMatch(/./)
    expect(licensing.status()).toMatchObject({ mayRun: true, warnings: [{ code: 'GRACE' }] })
  })

  test.each([['99999999999'], [new Date(Date.now() + 400 * DAY).toUTCString()], ['soon'], ['-5']])(
    'Retry-After: %s from a sign-in page delays check-ins by at most a day',
    async (retryAfter) => {
      const { licensing, machine, server, store } = await activated()
      server.network = 'sign-in page'
      server.retryAfter = retryAfter
      await licensing.checkIn()
      const { next = '' } = store.saved().attempt ?? {}
      expect(Date.parse(next) - machine.now()).toBeLessThanOrEqual(DAY)
    },
  )

  test('a fetch that ignores its signal does not hang the application', async () => {
    const machine = computer()
    const client = createDeviceClient({
      server: 'https://portal.example.com',
      fetch: () => new Promise(() => {}),
      timeoutSeconds: 0.05,
    })
    const answer = await machine.boot({ client }).activate(LICENSE_KEY)
    expect(answer).toMatchObject({ decision: { conclusive: false }, error: expect.stringMatching(/0\.05 seconds/) })
  })

  test('stops reading an endless response', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1
          // A string cannot be longer than 512 MiB.
          if (sent > 600) controller.close()
          else controller.enqueue(new Uint8Array(1024 * 1024).fill(97))
        },
      })
    const client = createDeviceClient({
      server: 'https://portal.example.com',
      fetch: async () => new Response(endless()),
    })
    const answer = await computer().boot({ client }).activate(LICENSE_KEY)
    expect(answer).toMatchObject({
      decision: { conclusive: false },
      error: expect.stringMatching(/longer than 33554432/),
    })
    expect(await client.revocations()).toBeUndefined()
    expect(sent).toBeLessThan(80)
  })

  test('a server address keeps its path', async () => {
    const asked: string[] = []
    const client = createDeviceClient({
      server: 'https://example.com/portal',
      fetch: async (address) => {
        asked.push(address)
        return new Response('')
      },
    })
    await client.keys()
    await client.update('token', 'beta', '1.0.0')
    expect(asked).toEqual([
      'https://example.com/portal/api/device/keys',
      'https://example.com/portal/updates/token/beta/update.json?version=1.0.0',
    ])
    expect(() => createDeviceClient({ server: 'portal.example.com' })).toThrow(/isn't a valid server address/)
  })

  test('check-ins send the channel; there is no update feed before an activation', async () => {
    const machine = computer()
    const licensing = machine.boot({ channel: 'beta' })
    expect(licensing.updateFeed()).toBeNull()
    await licensing.activate(LICENSE_KEY)
    await licensing.checkIn()
    expect(machine.server.requests.at(-1)).toMatchObject({ call: 'check-in', body: { channel: 'beta' } })
    expect(licensing.updateFeed()).toBe('https://portal.example.com/updates/updates/beta/')
  })

  test('an update token that is not Unicode makes no call throw', () => {
    const machine = computer()
    machine.store.write({ updateToken: '\ud800' })
    expect(machine.boot().updateFeed()).toBe('https://portal.example.com/updates/%EF%BF%BD/stable/')
  })
})

describe('the clock', () => {
  test('importing the same file again does not reset the latest time', async () => {
    const { machine, store } = await activated()
    const file = store.saved().licenseFile!
    store.corrupt('{}')
    const offline = machine.boot()
    machine.server.network = 'down'
    expect(offline.importFile(`\ufeff${file}`).valid).toBe(true)
    machine.wait(10 * DAY)
    await offline.tick()
    const seen = store.saved().lastSeen
    expect(offline.importFile(file).valid).toBe(true)
    expect(store.saved().lastSeen).toBe(seen)
    machine.clockError = -5 * DAY
    expect(machine.boot().importFile(file).code).toBe('CLOCK')
    expect(machine.boot().status()).toMatchObject({ mayRun: false, code: 'CLOCK' })
  })

  test('a clock that was wrong at the last answer can be corrected offline without locking', async () => {
    const machine = computer()
    machine.clockError = -40 * DAY
    const { licensing } = await activated(machine)
    machine.server.network = 'down'
    machine.wait(HOUR)
    await licensing.tick()
    machine.clockError = 0
    machine.wait(HOUR)
    await licensing.tick()
    expect(licensing.status()).toMatchObject({ mayRun: true, code: 'VALID' })
    machine.wait(15 * DAY)
    await licensing.tick()
    expect(licensing.status().code).toBe('EXPIRED')
  })

  test('setting the clock back while the application runs gains no time', async () => {
    const { licensing, machine, server } = await activated()
    server.network = 'down'
    for (let day = 1; day <= 15; day++) {
      machine.wait(DAY)
      machine.clockError = -day * DAY
      await licensing.tick()
      expect(licensing.status().mayRun, `day ${day}`).toBe(day <= 14)
    }
  })

  test.each([['while it runs'], ['before it starts']])(
    'one request confirms a clock that ran hours ahead for a minute %s',
    async (when) => {
      const { licensing: activatedOne, machine, server } = await activated()
      machine.wait(HOUR)
      machine.clockError = 14 * HOUR
      const licensing = when === 'while it runs' ? activatedOne : machine.boot()
      await licensing.tick()
      machine.clockError = 0
      const asked = server.requests.length
      await licensing.tick()
      expect(licensing.status()).toMatchObject({ mayRun: true, code: 'VALID' })
      await licensing.tick()
      expect(server.requests.length).toBe(asked + 1)
    },
  )

  test('a clock that ran ahead causes ever fewer requests offline, and one soon after the network returns', async () => {
    const { licensing, machine, server } = await activated()
    machine.wait(HOUR)
    machine.clockError = 14 * HOUR
    await licensing.tick()
    machine.clockError = 0
    server.network = 'down'
    const asked = server.requests.length
    for (let minute = 0; minute < 60; minute++) {
      await licensing.tick()
      machine.wait(HOUR / 60)
    }
    expect(licensing.status().code).toBe('CLOCK')
    expect(server.requests.length - asked).toBeLessThan(10)
    server.network = 'up'
    machine.wait(HOUR)
    await licensing.tick()
    expect(licensing.status().code).toBe('VALID')
  })
})
