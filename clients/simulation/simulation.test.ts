import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedKeys } from '#clients/testing/published-keys.ts'
import type { TrustedKeys } from '#clients/typescript/license-file.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeSubscription } from '#demo/rows/subscriptions.ts'
import { createKey } from '#server/licensing/enrollment-keys/actions.ts'
import { changeLicense } from '#server/licensing/licenses/actions.ts'
import { moveLicense } from '#server/licensing/licenses/moves.ts'
import { rotateKeys } from '#server/licensing/signing/signing-keys.ts'
import { reactivateOrganization, suspendOrganization } from '#server/operations/organizations/suspension.ts'
import { systemActor } from '#server/platform/actor.ts'
import { isLong } from '#server/testing/platform/long-form.ts'
import { newComputer, type Computer } from './computer.ts'
import { openNetwork, type Network, type NetworkState } from './network.ts'
import { startSimulatedServer, type SimulatedServer } from './simulated-server.ts'

const STEP_HOURS = 6
const HOUR = 3_600_000
const DAYS = 60
const PER_OFFICE = isLong ? 10 : 5

let server: SimulatedServer
let keys: TrustedKeys
beforeAll(async () => {
  server = await startSimulatedServer()
  keys = await publishedKeys()
})
afterAll(() => server.stop())

type License = { id: string; licenseKey: string }
type Office = {
  organizationId: string
  network: Network
  licenses: License[]
  computers: Computer[]
  enrollmentKey: string
}

const boot = (name: string, network: Network) => newComputer(name, network, { now: server.now, keys })

/** An organization and its computers behind one proxy. */
async function openOffice(name: string): Promise<Office> {
  const { db } = server
  const { id: organizationId } = await makeOrganization(db, { name, twelveMonthCents: 1_200_000 })
  const currentPeriodEnd = new Date(server.now() + 365 * 24 * HOUR).toISOString()
  await makeSubscription(db, { organizationId, licenseLimit: PER_OFFICE, currentPeriodEnd })
  const numbers = Array.from({ length: PER_OFFICE }, (_, number) => number)
  const licenses = await Promise.all(
    numbers.map((number) => makeLicense(db, { organizationId, label: `${name}${number}` })),
  )
  const draft = { label: 'Rollout', expiresAt: null, maxUses: null, createsLicenses: false }
  const { enrollmentKey } = await createKey(db, systemActor, organizationId, draft)
  const network = await openNetwork(server.address)
  return {
    organizationId,
    network,
    licenses,
    computers: numbers.map((n) => boot(`${name}${n}`, network)),
    enrollmentKey,
  }
}

async function activate(computer: Computer, { licenseKey }: License) {
  const { decision } = await computer.licensing().activate(licenseKey)
  expect(decision.code).toBe('VALID')
  computer.recordAnswer(false)
}

test(`each of ${5 * PER_OFFICE} computers follows the rules for ${DAYS} days`, { timeout: 180_000 }, async () => {
  const offices = await Promise.all(['A', 'B', 'C', 'D', 'E'].map(openOffice))
  const [a, b, c, d, e] = offices as [Office, Office, Office, Office, Office]
  const allComputers = offices.flatMap(({ computers }) => computers)
  for (const { computers, licenses } of offices.slice(0, 4)) {
    for (const [number, computer] of computers.entries()) await activate(computer, licenses[number]!)
  }
  // The last office enrolls with a key, except for three computers.
  for (const [number, computer] of e.computers.entries()) {
    if (number < 3) await activate(computer, e.licenses[number]!)
    else {
      expect((await computer.licensing().enroll(e.enrollmentKey)).decision.code).toBe('VALID')
      computer.recordAnswer(false)
    }
  }

  const { db, platform } = server
  const [revoked, moved, movedWhileAway, enrolled] = e.computers as [Computer, Computer, Computer, Computer]
  const licenseOf = (computer: Computer) => ({
    scope: 'all' as const,
    id: computer.licensing().status().file?.licenseId ?? '',
  })
  const network = (office: Office, next: NetworkState) => () => office.network.setState(next)
  const clock = (computer: Computer, days: number) => () => computer.setClockError(days * 24 * HOUR)
  const suspend = (office: Office, isSuspended: boolean) => async () => {
    const id = office.organizationId
    if (isSuspended) await suspendOrganization(platform, systemActor, { id, reason: 'Unpaid' })
    else await reactivateOrganization(platform, systemActor, id)
    for (const computer of office.computers) computer.mayRun = !isSuspended
  }
  const revoke = (status: 'revoked' | 'unassigned') => async () => {
    await changeLicense(db, systemActor, licenseOf(revoked), { status, reserve: status === 'unassigned' })
    revoked.mayRun = status === 'unassigned'
  }
  /** Moves the license in the portal and activates it on a new computer in the first office. */
  const move = (from: Computer, name: string) => async () => {
    const target = licenseOf(from)
    await moveLicense(db, systemActor, target)
    from.mayRun = false
    const license = e.licenses.find(({ id }) => id === target.id)!
    const successor = boot(name, a.network)
    await activate(successor, license)
    allComputers.push(successor)
  }

  const events: Record<number, (() => unknown)[]> = {
    8: [network(d, 'captive portal')],
    10: [network(b, 'down'), revoke('revoked')],
    12: [network(d, 'up'), suspend(c, true)],
    13: [network(b, 'up')],
    14: [revoke('unassigned')],
    15: [suspend(c, false)],
    18: [move(moved, 'E1 moved')],
    20: [network(b, 'down'), clock(a.computers[0]!, -40)],
    22: [clock(a.computers[0]!, 0), clock(b.computers[0]!, -3), b.computers[0]!.restart, clock(b.computers[1]!, -3)],
    24: [clock(b.computers[0]!, 0), clock(b.computers[1]!, 0), clock(a.computers[1]!, 30)],
    25: [move(enrolled, 'E3 moved')],
    26: [clock(a.computers[1]!, 0)],
    30: [network(b, 'up'), network(d, 'faults'), () => rotateKeys(platform, systemActor)],
    35: [network(b, 'down')],
    38: [network(d, 'up')],
    40: [suspend(c, true)],
    41: [suspend(c, false)],
    48: [network(e, 'down')],
    49: [move(movedWhileAway, 'E2 moved')],
    52: [network(e, 'up')],
    55: [network(b, 'up')],
  }

  const tally = {
    steps: 0,
    'not asked': 0,
    answered: 0,
    busy: 0,
    CHECK_IN_OVERDUE: 0,
    GRACE: 0,
    locked: 0,
    recovered: 0,
  }
  const last = new Map<Computer, string>()
  for (let step = 1; step <= (DAYS * 24) / STEP_HOURS; step++) {
    await server.advance(STEP_HOURS * HOUR)
    const day = (step * STEP_HOURS) / 24
    for (const event of events[day] ?? []) await event()
    await Promise.all(
      allComputers.map(async (computer) => {
        const outcome = await computer.tick()
        if (outcome === 'answered') computer.recordAnswer(!computer.mayRun)
        tally[outcome]++
      }),
    )
    for (const computer of allComputers) {
      const [actual, expected] = [computer.actual(), computer.expected()]
      expect(actual, `${computer.name} on day ${day}`).toBe(expected)
      if (actual !== 'runs') tally[actual]++
      if (actual === 'runs' && last.get(computer) === 'locked') tally.recovered++
      last.set(computer, actual)
    }
    await expectOneDevicePerLicense(allComputers)
    tally.steps++
  }

  for (const { network } of offices) network.close()
  const stillLocked = allComputers.filter((computer) => computer.actual() === 'locked').map(({ name }) => name)
  expect(stillLocked).toEqual(['E1', 'E2', 'E3'])
  expect(tally.recovered).toBeGreaterThanOrEqual(3 * PER_OFFICE + 1)
  expect(tally.busy).toBeLessThanOrEqual(offices.reduce((sum, { network }) => sum + network.errors(), 0))
  console.table([{ days: DAYS, computers: allComputers.length, ...tally }])
})

/** Checks the database, and the computers that received an answer within the last hour. */
async function expectOneDevicePerLicense(computers: Computer[]) {
  const { rows } = await server.platform.pool.query(
    `select fingerprint_key from licenses where status <> 'revoked' and fingerprint_key is not null
     group by organization_id, fingerprint_key having count(*) > 1`,
  )
  expect(rows).toEqual([])
  const current = computers
    .filter((computer) => computer.actual() !== 'locked' && computer.answeredAt() > server.now() - HOUR)
    .map(({ licensing }) => licensing().status().file?.licenseId)
  expect(new Set(current).size).toBe(current.length)
}
