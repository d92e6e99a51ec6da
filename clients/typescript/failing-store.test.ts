import { describe, expect, test } from 'vitest'
import { activated, codesOf, computer, DAY } from '#clients/testing/application.ts'
import { LICENSE_KEY } from '#clients/testing/signing-server.ts'

describe('a store that fails', () => {
  test.each([['write'], ['read'], ['lock']] as const)(
    'a failing %s does not stop the application, and STORE_FAILED warns',
    async (where) => {
      const machine = computer()
      machine.store.failing[where] = true
      const licensing = machine.boot()
      expect((await licensing.activate(LICENSE_KEY)).decision.code).toBe('VALID')
      await licensing.tick()
      expect(licensing.status().mayRun).toBe(true)
      const isFatal = where !== 'lock'
      expect(codesOf(licensing.status())).toEqual(isFatal ? ['STORE_FAILED'] : [])
      expect(machine.errors.length).toBeGreaterThan(0)
      machine.store.failing[where] = false
      await licensing.tick()
      expect(codesOf(licensing.status())).toEqual([])
      expect(machine.boot().status().mayRun).toBe(true)
    },
  )

  test('no method throws and memory keeps the state when every operation fails', async () => {
    const machine = computer()
    machine.store.failing = { read: true, write: true, lock: true }
    const licensing = machine.boot()
    await licensing.start()
    licensing.stop()
    await licensing.activate(LICENSE_KEY)
    expect(await licensing.checkIn()).toMatchObject({ decision: { code: 'VALID' } })
    expect(licensing.importFile('no file').code).toBe('MALFORMED')
    expect(licensing.updateFeed()).toBe('https://portal.example.com/updates/updates/stable/')
    machine.wait(13 * DAY)
    machine.server.network = 'down'
    await licensing.tick()
    expect(licensing.status()).toMatchObject({ mayRun: true })
    expect(codesOf(licensing.status())).toEqual(['GRACE', 'STORE_FAILED'])
    machine.server.network = 'up'
    expect(await licensing.deactivate()).toEqual({})
    expect(licensing.status()).toMatchObject({ mayRun: false, code: 'NOT_ACTIVATED' })
  })

  test('a failure that lasts is reported once, not every minute', async () => {
    const { licensing, machine } = await activated()
    machine.store.failing = { read: false, write: true, lock: true }
    for (let minute = 0; minute < 5; minute++) {
      machine.wait(DAY / 24)
      await licensing.tick()
    }
    expect(machine.errors.map(String)).toEqual([
      expect.stringContaining('EROFS'),
      expect.stringMatching(/^Error: ENOSPC.*\.part'$/),
    ])
  })

  test('a store that recovers saves the activation, also over an older state', async () => {
    const { machine, store } = await activated()
    store.corrupt(JSON.stringify({ revision: machine.now() }))
    store.failing = { read: true, write: true, lock: false }
    const licensing = machine.boot()
    await licensing.activate(LICENSE_KEY)
    store.failing = { read: false, write: false, lock: false }
    await licensing.tick()
    expect(licensing.status()).toMatchObject({ mayRun: true, warnings: [] })
    expect(machine.boot().status().mayRun).toBe(true)
  })

  test('a store that is unreadable at start is not overwritten, and is read a minute later', async () => {
    const { machine, store } = await activated()
    const before = store.saved()
    store.failing.read = true
    const licensing = machine.boot()
    await licensing.tick()
    expect(licensing.status()).toMatchObject({ mayRun: false, warnings: [{ code: 'STORE_FAILED' }] })
    expect(store.saved()).toEqual(before)
    store.failing.read = false
    await licensing.tick()
    expect(licensing.status().mayRun).toBe(true)
  })

  test.each([
    ['null'],
    ['[]'],
    ['"text"'],
    ['{"lastSeen":"never","attempt":{"at":1},"notice":7,"revision":"x"}'],
    ['{'],
  ])('the state %s is read as an empty one', async (text) => {
    const machine = computer()
    machine.store.corrupt(text)
    const licensing = machine.boot()
    await licensing.tick()
    expect(licensing.status().code).toBe('NOT_ACTIVATED')
    await licensing.activate(LICENSE_KEY)
    expect(licensing.status().mayRun).toBe(true)
  })

  test('a state that is deleted while the application runs is saved again', async () => {
    const { licensing, machine, store } = await activated()
    store.corrupt('{}')
    await licensing.tick()
    expect(licensing.status().mayRun).toBe(true)
    expect(machine.boot().status().mayRun).toBe(true)
  })
})
