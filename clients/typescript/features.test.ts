import { expect, test } from 'vitest'
import { DAY, activated, computer } from '#clients/testing/application.ts'

async function activatedWith(features: string[]) {
  const machine = computer()
  machine.server.features = features
  return activated(machine)
}

test('a changed feature arrives with the next check-in, and onChange is called', async () => {
  const { machine, licensing } = await activatedWith(['cad-export'])
  machine.server.features = ['cad-export', 'reports']
  machine.wait(DAY / 2)
  await licensing.tick()
  expect(licensing.status().features).toEqual(['cad-export'])
  machine.wait(DAY / 2)
  await licensing.tick()
  expect(licensing.status().features).toEqual(['cad-export', 'reports'])
  machine.server.features = []
  machine.wait(DAY)
  await licensing.tick()
  await licensing.checkIn()
  expect(machine.statuses.map(({ features }) => features)).toEqual([['cad-export'], ['cad-export', 'reports'], []])
})

test('features stay without a network and after a restart, until grace is over', async () => {
  const { machine } = await activatedWith(['cad-export'])
  machine.server.network = 'down'
  machine.wait(8 * DAY)
  const restarted = machine.boot()
  await restarted.tick()
  expect(restarted.status()).toMatchObject({ features: ['cad-export'], warnings: [{ code: 'GRACE' }] })
  machine.wait(7 * DAY)
  expect(restarted.status()).toMatchObject({ features: [], code: 'EXPIRED', mayRun: false })
})

test('an application that is refused has no features', async () => {
  const { machine, licensing } = await activatedWith(['cad-export'])
  machine.server.status = 'inactive'
  await licensing.checkIn()
  expect(licensing.status()).toMatchObject({ features: [], code: 'INACTIVE' })
  machine.server.status = 'active'
  await licensing.checkIn()
  expect(licensing.status().features).toEqual(['cad-export'])
})

test('a status can be sent to a window of Electron', async () => {
  const { licensing } = await activatedWith(['cad-export'])
  expect(structuredClone(licensing.status())).toEqual(licensing.status())
})
