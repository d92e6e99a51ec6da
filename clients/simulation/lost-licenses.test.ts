import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedKeys } from '#clients/testing/published-keys.ts'
import { createDeviceClient, type KeySource } from '#clients/typescript/client.ts'
import { normalizeFingerprint } from '#clients/typescript/identifiers.ts'
import type { TrustedKeys } from '#clients/typescript/license-file.ts'
import type { LicensingState } from '#clients/typescript/license-state.ts'
import { createLicensing } from '#clients/typescript/licensing.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { changeLicense } from '#server/licensing/licenses/actions.ts'
import { changeMany } from '#server/licensing/licenses/bulk.ts'
import { moveLicense } from '#server/licensing/licenses/moves.ts'
import { systemActor } from '#server/platform/actor.ts'
import { bootVersion01 } from './version-0-1.ts'
import { startSimulatedServer, type SimulatedServer } from './simulated-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: SimulatedServer
let keys: TrustedKeys
beforeAll(async () => {
  server = await startSimulatedServer()
  keys = await publishedKeys()
})
afterAll(() => server.stop())

type Client = {
  fingerprint: string
  activate: (key: string, reason?: KeySource) => Promise<string>
  tick: () => Promise<unknown>
  mayRun: () => boolean
}
type Boot = (name: string) => Client

const bootCurrent: Boot = (name) => {
  let state: LicensingState = {}
  const fingerprint = randomUUID().toUpperCase()
  const licensing = createLicensing({
    client: createDeviceClient({ server: server.address }),
    store: { read: () => state, write: (next) => void (state = next) },
    device: { deviceFingerprint: fingerprint, deviceName: name, deviceOs: 'Windows 11' },
    keys,
    clock: server.now,
  })
  return {
    fingerprint,
    activate: async (key, reason) => (await licensing.activate(key, reason)).decision.code,
    tick: licensing.tick,
    mayRun: () => licensing.status().mayRun,
  }
}

const bootPrevious: Boot = (name) => {
  const fingerprint = randomUUID().toUpperCase()
  const options = { name, server: server.address, keys, now: server.now, deviceFingerprint: fingerprint }
  return { fingerprint, ...bootVersion01(options) }
}

/** A license on a computer that will lose it, and the computer that will activate it next. */
async function openCase(organizationId: string, name: string, boot: Boot) {
  const license = await makeLicense(server.db, { organizationId, label: name })
  const [first, second] = [boot(`${name} first`), bootCurrent(`${name} second`)]
  expect(await first.activate(license.licenseKey)).toBe('VALID')
  return { name, first, second, key: license.licenseKey, target: { scope: 'all' as const, id: license.id } }
}
type Case = Awaited<ReturnType<typeof openCase>>

async function deviceOf({ target }: Case) {
  const { rows } = await server.platform.pool.query<{ key: string | null }>(
    'select fingerprint_key as key from licenses where id = $1',
    [target.id],
  )
  return rows[0]?.key ?? null
}
const isBoundTo = async (one: Case, client: Client) =>
  (await deviceOf(one)) === normalizeFingerprint(client.fingerprint)

async function openOrganization() {
  const { id } = await makeOrganization(server.db, { name: `Lost ${randomUUID()}`, twelveMonthCents: 1_200_000 })
  const currentPeriodEnd = new Date(server.now() + 365 * DAY).toISOString()
  await makeSubscription(server.db, { organizationId: id, licenseLimit: 20, currentPeriodEnd })
  return id
}

type Plan = Record<number, (() => unknown)[]>

/** Simulates 60 days in steps of 6 hours. Runs `check` after each. */
async function simulate(clients: Client[], plan: Plan, check: (day: number) => Promise<void> | void) {
  for (let step = 1; step <= 60 * 4; step++) {
    await server.advance(6 * HOUR)
    const day = step / 4
    for (const act of plan[day] ?? []) await act()
    await Promise.all(clients.map((client) => client.tick()))
    await check(day)
  }
}

/** The answers when a user types the key while the license is in use on another computer, or reserved for one. */
const generations: [string, Boot, { inUse: string; reserved: string }][] = [
  ['of this version', bootCurrent, { inUse: 'DEVICE_MISMATCH', reserved: 'SET_ASIDE' }],
  // Can't report that a user typed the key.
  ['of version 0.1', bootPrevious, { inUse: 'MOVED', reserved: 'MOVED' }],
]

test.each(generations)(
  'a client %s never reactivates a license it has lost; the next computer keeps it',
  { timeout: 180_000 },
  async (_generation, boot, { inUse, reserved }) => {
    const organizationId = await openOrganization()
    const open = (name: string) => openCase(organizationId, name, boot)
    const [moved, stolen, released, reassigned] = [
      await open('moved'),
      await open('stolen'),
      await open('released'),
      await open('reassigned'),
    ]
    const cases = [moved, stolen, released, reassigned]
    const { db } = server
    const change =
      ({ target }: Case, changes: Parameters<typeof changeLicense>[3]) =>
      () =>
        changeLicense(db, systemActor, target, changes)
    const move =
      ({ target }: Case) =>
      () =>
        moveLicense(db, systemActor, target)
    const type =
      (client: Client, { key }: Case, code: string) =>
      async () =>
        expect(await client.activate(key)).toBe(code)

    const plan: Plan = {
      5: [
        move(moved),
        change(stolen, { status: 'revoked' }),
        () => changeMany(db, systemActor, 'all', { action: 'move', ids: [released.target.id] }),
        move(reassigned),
        change(reassigned, { status: 'assigned', deviceFingerprint: reassigned.second.fingerprint }),
      ],
      // The thief has the key, and the restored license is free for days.
      8: [change(stolen, { status: 'unassigned' })],
      9: [type(stolen.first, stolen, 'REVOKED'), type(reassigned.first, reassigned, reserved)],
      15: cases.map((one) => type(one.second, one, 'VALID')),
      20: [type(moved.first, moved, inUse)],
      40: cases.map((one) => async () => expect(await one.first.activate(one.key, 'stored')).not.toBe('VALID')),
    }
    await simulate(
      cases.flatMap(({ first, second }) => [first, second]),
      plan,
      async (day) => {
        for (const one of cases) {
          const label = `${one.name} on day ${day}`
          // A revoked license stays bound to its device.
          expect(await isBoundTo(one, one.first), label).toBe(day < (one === stolen ? 8 : 5))
          expect(one.second.mayRun(), label).toBe(day >= 15)
          // The next check-in is at most a day later.
          if (day < 5 || day >= 6.25) expect(one.first.mayRun(), label).toBe(day < 5)
        }
      },
    )
  },
)

test(
  'a user who types the key again regains the license, within the transfer limit',
  { timeout: 180_000 },
  async () => {
    const organizationId = await openOrganization()
    const [back, restored, before] = [
      await openCase(organizationId, 'back', bootCurrent),
      await openCase(organizationId, 'restored', bootCurrent),
      await openCase(organizationId, 'before', bootPrevious),
    ]
    const { db } = server
    const move = ({ target }: Case) => moveLicense(db, systemActor, target)
    const used: string[] = []
    const plan: Plan = {
      2: [
        () => move(back),
        () => move(before),
        () => changeLicense(db, systemActor, restored.target, { status: 'revoked' }),
      ],
      // Revoked by mistake: the administrator reserves it for the same computer.
      3: [() => changeLicense(db, systemActor, restored.target, { status: 'unassigned', reserve: true })],
      4: [
        async () => used.push(await back.first.activate(back.key)),
        // Version 0.1 can't report that a user typed the key.
        async () => expect(await before.first.activate(before.key)).toBe('MOVED'),
      ],
      6: [
        () =>
          changeLicense(db, systemActor, before.target, {
            status: 'assigned',
            deviceFingerprint: before.first.fingerprint,
          }),
      ],
      // To the other computer and back, until the limit is reached.
      10: [() => move(back), async () => used.push(await back.second.activate(back.key))],
      12: [() => move(back), async () => used.push(await back.first.activate(back.key))],
      14: [
        async () =>
          used.push(
            await move(back).then(
              () => 'moved',
              () => 'refused',
            ),
          ),
      ],
      // Possible again 30 days after the first transfer.
      35: [() => move(back), async () => used.push(await back.second.activate(back.key))],
    }
    await simulate(
      [back, restored, before].flatMap(({ first, second }) => [first, second]),
      plan,
      (day) => {
        if (day === 1.75)
          expect([back, restored, before].map(({ first }) => first.mayRun())).toEqual([true, true, true])
        if (day === 3.75) expect([back.first.mayRun(), before.first.mayRun()]).toEqual([false, false])
        if (day > 3.25) expect(restored.first.mayRun(), `restored on day ${day}`).toBe(true)
        if (day > 6.25) expect(before.first.mayRun(), `before on day ${day}`).toBe(true)
        if (day === 33) expect([back.first.mayRun(), back.second.mayRun()]).toEqual([true, false])
      },
    )
    expect(used).toEqual(['VALID', 'VALID', 'VALID', 'refused', 'VALID'])
    expect(used.filter((code) => code === 'VALID').length - 1).toBe(MOVES.limit)
    expect([back.first.mayRun(), back.second.mayRun()]).toEqual([false, true])
  },
)
