import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computer, DAY } from '#clients/testing/application.ts'
import { LICENSE_KEY, type NetworkState } from '#clients/testing/signing-server.ts'
import { many } from '#server/testing/platform/long-form.ts'

const HOUR = DAY / 24
const GRACE = 14 * DAY

const wait = fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 120 }) })
const network = fc.record({
  kind: fc.constant('network' as const),
  network: fc.constantFrom<NetworkState>('up', 'down', 'sign-in page', 'fault', 'replay'),
})
const disk = fc.record({ kind: fc.constant('disk' as const), failing: fc.boolean() })
const restart = fc.record({ kind: fc.constant('restart' as const) })
const clock = fc.record({ kind: fc.constant('clock' as const), hours: fc.integer({ min: -1500, max: 1500 }) })

test('an application with a correct clock runs exactly until grace ends, whatever fails or restarts', async () => {
  const course = fc.array(fc.oneof({ weight: 4, arbitrary: wait }, network, disk, restart), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(course, async (steps) => {
      const machine = computer()
      const { server, store } = machine
      let licensing = machine.boot()
      await licensing.activate(LICENSE_KEY)
      /** When the license was last confirmed, as stored in the process and on disk. */
      let [known, saved] = [server.confirmedAt, server.confirmedAt]
      for (const step of steps) {
        if (step.kind === 'wait') machine.wait(step.hours * HOUR)
        else if (step.kind === 'network') server.network = step.network
        else if (step.kind === 'disk') store.failing.write = step.failing
        else {
          licensing = machine.boot()
          known = saved
        }
        const { confirmations } = server
        await licensing.tick()
        if (server.confirmations > confirmations) known = server.confirmedAt
        if (!store.failing.write) saved = known
        expect(licensing.status().mayRun).toBe(machine.now() <= known + GRACE)
        const isReported = licensing.status().warnings.some(({ code }) => code === 'STORE_FAILED')
        expect(isReported || saved === known).toBe(true)
      }
    }),
    { numRuns: many(100) },
  )
})

test('a process that has received an answer never runs after grace, whatever its clock shows', async () => {
  const course = fc.array(fc.oneof({ weight: 4, arbitrary: wait }, clock), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(course, fc.integer({ min: -1500, max: 1500 }), async (steps, errorHours) => {
      const machine = computer()
      machine.clockError = errorHours * HOUR
      const licensing = machine.boot()
      await licensing.activate(LICENSE_KEY)
      machine.server.network = 'down'
      for (const step of steps) {
        if (step.kind === 'wait') machine.wait(step.hours * HOUR)
        else machine.clockError = step.hours * HOUR
        await licensing.tick()
        const isOver = machine.now() > machine.server.confirmedAt + GRACE
        if (isOver) expect(licensing.status().mayRun).toBe(false)
      }
    }),
    { numRuns: many(100) },
  )
})

test('setting the clock back, or correcting it once, does not shorten the license', async () => {
  const backwards = fc.record({ kind: fc.constant('clock' as const), hours: fc.integer({ min: -1500, max: 0 }) })
  const course = fc.array(fc.oneof({ weight: 2, arbitrary: wait }, backwards), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(course, fc.integer({ min: -1500, max: 1500 }), async (steps, errorHours) => {
      const machine = computer()
      machine.clockError = errorHours * HOUR
      const licensing = machine.boot()
      await licensing.activate(LICENSE_KEY)
      machine.server.network = 'down'
      machine.wait(HOUR)
      await licensing.tick()
      machine.clockError = 0
      await licensing.tick()
      for (const step of steps) {
        if (step.kind === 'wait') machine.wait(step.hours * HOUR)
        else machine.clockError = step.hours * HOUR
        await licensing.tick()
        expect(licensing.status().mayRun).toBe(machine.now() <= machine.server.confirmedAt + GRACE)
      }
    }),
    { numRuns: many(100) },
  )
})
