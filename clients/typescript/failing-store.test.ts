import { describe, expect, test } from 'vitest'
import { activated, codesOf, computer, DAY } from '#clients/testing/application.ts'
import { LICENSE_KEY } from '#clients/testing/signing-server.ts'

describe('a store that fails', () => {
  test.each([['write'], ['read'], ['lock']] as const)('on %s: the application runs, and says so', async (where) => {
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
  })

  test('in every way at once, no method throws and nothing is lost in memory', async () => {
    const machine = computer()
    machine.store.failing = { read: true, write: true, lock: true }
    const licensing = machine.boot()
    await licensing.start()
    licensing.stop()
    await licensing.activate(LICENSE_KEY)
    expect(await licensing.checkIn()).toMatchObject({ decision: { code: 'VALID' } })
    expect(licensing.importFile('no file').code).toBe('MALFORMED')
    expect(licensing.updateFeed()).toBe('https://portal.example.com/updates/updates/stable')
    machine.wait(13 * DAY)
    machine.server.weather = 'down'
    await licensing.tick()
    expect(licensing.status()).toMatchObject({ mayRun: true })
    expect(codesOf(licensing.status())).toEqual(['GRACE', 'STORE_FAILED'])
    machine.server.weather = 'up'
    expect(await licensing.deactivate()).toEqual({})
    expect(licensing.status()).toMatchObject({ mayRun: false, code: 'NOT_ACTIVATED' })
  })

  test('works again: what was activated meanwhile is saved, also over an older state', async () => {
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

  test('an unreadable store at the start is not written over, and read a minute later', async () => {
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
  ])('%s for a state counts as none', async (text) => {
    const machine = computer()
    machine.store.corrupt(text)
    const licensing = machine.boot()
    await licensing.tick()
    expect(licensing.status().code).toBe('NOT_ACTIVATED')
    await licensing.activate(LICENSE_KEY)
    expect(licensing.status().mayRun).toBe(true)
  })

  test('a state that is removed while the application runs is saved again', async () => {
    const { licensing, machine, store } = await activated()
    store.corrupt('{}')
    await licensing.tick()
    expect(licensing.status().mayRun).toBe(true)
    expect(machine.boot().status().mayRun).toBe(true)
  })
})
