import { describe, expect, test } from 'vitest'
import { activated, codesOf, computer, DAY } from '#clients/testing/application.ts'
import { LICENSE_KEY, type Weather } from '#clients/testing/signing-server.ts'
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
    ['are rejected', () => Promise.reject(new Error('listener'))],
  ]
  test.each(failures)('that %s change nothing', async (_how, fail) => {
    const machine = computer()
    const licensing = machine.boot({ onChange: fail, onError: fail })
    await licensing.start()
    licensing.stop()
    expect((await licensing.activate(LICENSE_KEY)).decision.code).toBe('VALID')
    expect(licensing.status().mayRun).toBe(true)
  })

  test('hear of the warnings of the subscription and of updates, once each', async () => {
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
  const failures: Weather[] = ['down', 'sign-in page', 'fault', 'silence', 'replay']
  test.each(failures)('%s: nothing is decided, and people read a sentence', async (weather) => {
    const { licensing, machine, server } = await activated()
    server.weather = weather
    machine.wait(13 * DAY)
    const answer = await licensing.checkIn()
    expect(answer?.decision).toMatchObject({ valid: false, conclusive: false, code: 'SERVER_ERROR' })
    expect(answer?.decision.detail).toMatch(/^The license server cannot be reached[.:] /)
    expect(answer?.decision.detail).not.toMatch(/ECONN|fetch|HTTP/)
    expect(answer?.error).toMatch(/./)
    expect(licensing.status()).toMatchObject({ mayRun: true, warnings: [{ code: 'GRACE' }] })
  })

  test.each([['99999999999'], [new Date(Date.now() + 400 * DAY).toUTCString()], ['soon'], ['-5']])(
    'Retry-After: %s from a sign-in page puts check-ins off by a day at most',
    async (retryAfter) => {
      const { licensing, machine, server, store } = await activated()
      server.weather = 'sign-in page'
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

  test('an answer without an end is not read to its end', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1
          // Above 512 MiB it is no string any more.
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

  test('a server below a path keeps its path', async () => {
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
    expect(() => createDeviceClient({ server: 'portal.example.com' })).toThrow(/not the address of a license server/)
  })

  test('check-ins name the channel; without an activation there is no update feed', async () => {
    const machine = computer()
    const licensing = machine.boot({ channel: 'beta' })
    expect(licensing.updateFeed()).toBeNull()
    await licensing.activate(LICENSE_KEY)
    await licensing.checkIn()
    expect(machine.server.requests.at(-1)).toMatchObject({ call: 'check-in', body: { channel: 'beta' } })
    expect(licensing.updateFeed()).toBe('https://portal.example.com/updates/updates/beta')
  })
})

describe('the clock', () => {
  test('importing the same file again does not reset it', async () => {
    const { machine, store } = await activated()
    const file = store.saved().licenseFile!
    store.corrupt('{}')
    const offline = machine.boot()
    machine.server.weather = 'down'
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

  test('that was wrong at the last answer and is set right without a network locks nobody', async () => {
    const machine = computer()
    machine.clockError = -40 * DAY
    const { licensing } = await activated(machine)
    machine.server.weather = 'down'
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

  test('that is turned back while the application runs gains no time', async () => {
    const { licensing, machine, server } = await activated()
    server.weather = 'down'
    for (let day = 1; day <= 15; day++) {
      machine.wait(DAY)
      machine.clockError = -day * DAY
      await licensing.tick()
      expect(licensing.status().mayRun, `day ${day}`).toBe(day <= 14)
    }
  })

  test.each([['while it runs'], ['before it starts']])(
    'that ran hours ahead for a minute, %s, is set right by one question',
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

  test('that ran ahead is asked about less and less often without a network, and soon after it is back', async () => {
    const { licensing, machine, server } = await activated()
    machine.wait(HOUR)
    machine.clockError = 14 * HOUR
    await licensing.tick()
    machine.clockError = 0
    server.weather = 'down'
    const asked = server.requests.length
    for (let minute = 0; minute < 60; minute++) {
      await licensing.tick()
      machine.wait(HOUR / 60)
    }
    expect(licensing.status().code).toBe('CLOCK')
    expect(server.requests.length - asked).toBeLessThan(10)
    server.weather = 'up'
    machine.wait(HOUR)
    await licensing.tick()
    expect(licensing.status().code).toBe('VALID')
  })
})
