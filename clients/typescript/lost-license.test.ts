import { describe, expect, test } from 'vitest'
import { activated, computer, DAY } from '#clients/testing/application.ts'
import { LICENSE_KEY } from '#clients/testing/signing-server.ts'

const HOUR = DAY / 24

const calls = (machine: ReturnType<typeof computer>) => machine.server.requests.map(({ call }) => call)

describe('a license that was taken from this device', () => {
  test.each(['MOVED', 'RELEASED', 'REVOKED'] as const)(
    '%s deletes the key and the token and keeps the reason',
    async (loss) => {
      const { licensing, machine, store } = await activated()
      const { deviceToken, lastSeen } = store.saved()
      machine.server.remove(loss)
      machine.wait(DAY)
      expect((await licensing.checkIn())?.decision.code).toBe(loss)
      expect(licensing.status()).toMatchObject({ mayRun: false, code: loss })
      expect(JSON.stringify(store.saved())).not.toMatch(
        new RegExp(`${LICENSE_KEY}|${deviceToken}|updates|LICENSE FILE`),
      )
      expect(store.saved().lastSeen! > lastSeen!).toBe(true)

      const asked = calls(machine).length
      const restarted = machine.boot()
      for (let hour = 0; hour < 48; hour++) {
        machine.wait(HOUR)
        await restarted.tick()
      }
      expect(calls(machine).length).toBe(asked)
      expect(restarted.status().code).toBe(loss)
      expect(machine.server.holder()).toBeNull()
    },
  )

  test('a typed key restores the license, a stored key does not', async () => {
    const { licensing, machine } = await activated()
    machine.server.remove('MOVED')
    await licensing.checkIn()
    expect((await licensing.activate(LICENSE_KEY, 'stored')).decision.code).toBe('MOVED')
    expect(licensing.status().code).toBe('MOVED')
    expect((await licensing.enroll('ENR-1')).decision.code).toBe('MOVED')
    expect((await licensing.activate(LICENSE_KEY)).decision.code).toBe('VALID')
    expect(licensing.status()).toMatchObject({ mayRun: true, code: 'VALID' })
    const reasons = machine.server.requests.flatMap(({ body }) =>
      body['reason'] === undefined ? [] : [body['reason']],
    )
    expect(reasons).toEqual(['typed', 'stored', 'stored', 'typed'])
  })

  test('refuses a file issued before the loss', async () => {
    const { licensing, machine, store } = await activated()
    const file = store.saved().licenseFile!
    machine.wait(HOUR)
    machine.server.remove('MOVED')
    await licensing.checkIn()
    expect(licensing.importFile(file).code).toBe('REVOKED_BY_LIST')
    expect(licensing.status().code).toBe('MOVED')
  })

  test('activates with the stored key if the server does not know the token', async () => {
    const { licensing, machine, store } = await activated()
    store.corrupt(JSON.stringify({ ...store.saved(), deviceToken: 'of another server', revision: machine.now() * 2 }))
    expect((await licensing.checkIn())?.decision.code).toBe('VALID')
    expect(machine.server.requests.at(-1)).toMatchObject({ call: 'activate', body: { reason: 'stored' } })
  })
})

describe('new hardware', () => {
  test('the license moves to new hardware on request', async () => {
    const { machine } = await activated()
    machine.fingerprint = 'NEW-MAINBOARD'
    const licensing = machine.boot()
    expect(licensing.status().code).toBe('WRONG_DEVICE')
    await licensing.tick()
    await licensing.checkIn()
    expect(licensing.status()).toMatchObject({ mayRun: false, code: 'HARDWARE_CHANGED' })
    expect((await licensing.moveToThisHardware()).decision.code).toBe('VALID')
    expect(machine.boot().status()).toMatchObject({ mayRun: true, code: 'VALID' })
  })

  test('a UUID that was misread once changes nothing', async () => {
    const { machine } = await activated()
    const { fingerprint } = machine
    machine.fingerprint = 'MISREAD'
    await machine.boot().checkIn()
    machine.fingerprint = fingerprint
    machine.server.network = 'down'
    expect(machine.boot().status()).toMatchObject({ mayRun: true, code: 'VALID' })
  })

  test('moving does nothing without an activation', async () => {
    expect((await computer().boot().moveToThisHardware()).decision).toMatchObject({
      valid: false,
      code: 'NOT_ACTIVATED',
    })
  })
})

describe('two sessions of one computer', () => {
  test('a release in one session ends the license in the other, which does not reactivate it', async () => {
    const { licensing, machine } = await activated()
    const other = machine.boot()
    expect(other.status().mayRun).toBe(true)
    machine.wait(DAY)
    await licensing.deactivate()
    await other.tick()
    expect(other.status()).toMatchObject({ mayRun: false, code: 'NOT_ACTIVATED' })
    await other.checkIn()
    expect(machine.server.holder()).toBeNull()
  })

  test('discards an answer that arrives after the other session released the license', async () => {
    const { licensing, machine, store } = await activated()
    const other = machine.boot()
    machine.wait(DAY)
    machine.server.beforeAnswer = () => other.deactivate()
    await licensing.checkIn()
    expect(licensing.status().mayRun).toBe(false)
    expect(store.saved()).not.toHaveProperty('deviceToken')
  })

  test('the server reports the release to a session that cannot read the store', async () => {
    const { licensing, machine, store } = await activated()
    const other = machine.boot()
    await licensing.deactivate()
    store.failing.read = true
    machine.wait(DAY)
    await other.tick()
    expect(other.status()).toMatchObject({ mayRun: false, code: 'RELEASED' })
    expect(machine.server.holder()).toBeNull()
  })

  test('an activation in one session unlocks the other within a minute', async () => {
    const machine = computer()
    const [first, second] = [machine.boot(), machine.boot()]
    await first.tick()
    await second.tick()
    await first.activate(LICENSE_KEY)
    await second.tick()
    expect(second.status().mayRun).toBe(true)
  })

  test('a session that cannot save keeps its later answers until the other has one', async () => {
    const { licensing, machine, store } = await activated()
    const readOnly = machine.boot({
      store: {
        ...store,
        write: () => {
          throw new Error('EACCES')
        },
      },
    })
    machine.wait(5 * DAY)
    await readOnly.tick()
    machine.server.network = 'down'
    await licensing.tick()
    await readOnly.tick()
    machine.wait(13 * DAY)
    expect([readOnly.status().mayRun, licensing.status().mayRun]).toEqual([true, false])
    machine.server.network = 'up'
    await licensing.tick()
    await readOnly.tick()
    expect(readOnly.status().warnings).toMatchObject([{ code: 'STORE_FAILED' }])
  })
})
