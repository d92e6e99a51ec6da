import { setTimeout as delay } from 'node:timers/promises'
import { checkIn } from './benchmarks/check-in.ts'
import { currentUser } from './benchmarks/current-user.ts'
import { dashboard } from './benchmarks/dashboard.ts'
import type { Benchmark } from './benchmarks/benchmark.ts'
import { licenseList } from './benchmarks/license-list.ts'
import type { Request } from './benchmarks/request.ts'
import { supportReads } from './benchmarks/support.ts'
import { updateFeed } from './benchmarks/update-feed.ts'
import { validate } from './benchmarks/validate.ts'
import { openBenchmarkDatabase, type BenchmarkDatabase } from './benchmark-database.ts'
import { startChild, type Server } from './child.ts'
import type { Usage } from './child-usage.ts'
import type { LoadResult } from './load.ts'
import { startPortal } from './portal.ts'
import { circumstances, markdown, milliseconds, whole, type Column } from './report.ts'

// Usage: npm run bench:memory [-- MINUTES]

const SIZE = { licenses: 50_000, invoices: 20_000, tickets: 20_000, documents: 500 }
const IDLE_SECONDS = 15
/** MiB. */
const GOALS = { idle: 120, load: 350, growth: 5 }
const CONNECTIONS = { devices: 32, users: 4 }

const ownTickets = supportReads.filter(({ name }) => name === 'own-tickets')
const screens = [currentUser, dashboard, licenseList, ...ownTickets]

type Minute = { number: number; devices: LoadResult; users: LoadResult; usage: Usage }

const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
const rate = ({ perSecond }: LoadResult) => whole(perSecond)

const columns: Column<Minute>[] = [
  ['minute', ({ number }) => String(number)],
  ['devices/s', ({ devices }) => rate(devices)],
  ['p50 ms', ({ devices }) => milliseconds(devices.p50)],
  ['p99 ms', ({ devices }) => milliseconds(devices.p99)],
  ['users/s', ({ users }) => rate(users)],
  ['p50 ms', ({ users }) => milliseconds(users.p50)],
  ['p99 ms', ({ users }) => milliseconds(users.p99)],
  ['resident MiB', ({ usage }) => mib(usage.residentBytes)],
  ['peak MiB', ({ usage }) => mib(usage.peakBytes)],
]

const undo: (() => Promise<unknown>)[] = []

function readMinutes(text = '20') {
  const minutes = Number(text)
  if (!Number.isInteger(minutes) || minutes < 1) throw new Error('The number of minutes must be a whole number')
  return minutes
}

async function run(minutes: number) {
  const database = await openBenchmarkDatabase(SIZE, undo)
  const portal = await startPortal(database, {})
  undo.push(portal.stop)
  await delay(IDLE_SECONDS * 1000)
  const idle = await portal.usage()
  console.log(`Idle after ${IDLE_SECONDS} seconds: ${judge(idle.residentBytes, GOALS.idle)}`)
  const start = await portal.collectedUsage()
  const { measured, warm } = await loadFor(minutes, portal, database)
  const end = await portal.collectedUsage()
  console.log(`\n${circumstances()}\n\n${markdown(columns, measured)}\n`)
  console.log(`Idle: ${judge(idle.residentBytes, GOALS.idle)}`)
  console.log(`Peak under load: ${judge(Math.max(...measured.map(({ usage }) => usage.peakBytes)), GOALS.load)}`)
  const heaps = [start, warm, end].map(({ heapBytes }) => mib(heapBytes)).join(', ')
  console.log(`Heap after a collection at the start, after the first minute and at the end: ${heaps} MiB`)
  console.log(`Growth since the first minute: ${judge(end.heapBytes - warm.heapBytes, GOALS.growth)}`)
}

const judge = (bytes: number, goal: number) =>
  `${mib(bytes)} MiB (goal ${goal}: ${bytes <= goal * 2 ** 20 ? 'reached' : 'missed'})`

/** Loads the portal with devices, and with users beside them. `warm`: its usage after the first minute. */
async function loadFor(minutes: number, portal: Server, database: BenchmarkDatabase) {
  const devices = await openLoad(portal, await mixDevices(database), CONNECTIONS.devices)
  const users = await openLoad(portal, await mixUsers(database), CONNECTIONS.users)
  const measured: Minute[] = []
  let warm = await portal.usage()
  for (let number = 1; number <= minutes; number++) {
    const [ofDevices, ofUsers] = await Promise.all([devices(), users()])
    measured.push({ number, devices: ofDevices, users: ofUsers, usage: await portal.usage() })
    console.log(`Minute ${number}: ${mib(measured.at(-1)?.usage.residentBytes ?? 0)} MiB`)
    if (number === 1) warm = await portal.collectedUsage()
  }
  return { measured, warm }
}

async function openLoad({ port }: Server, requests: Request[], connections: number) {
  const load = await startChild(new URL('./load.ts', import.meta.url))
  undo.push(load.stop)
  let from = 0
  return async () => {
    const result = await load.run<LoadResult>({ port, requests, from, connections, seconds: 60 })
    from += result.answered
    return result
  }
}

/** Seven check-ins, two update feeds and a validation in ten requests. */
async function mixDevices(database: BenchmarkDatabase) {
  const [feeds, checkIns, validations] = await Promise.all([updateFeed, checkIn, validate].map(prepared(database)))
  if (!feeds || !checkIns || !validations) throw new Error('There are no requests')
  return checkIns.flatMap((request, place) => {
    const pick = place % 10 < 7 ? checkIns : place % 10 < 9 ? feeds : validations
    return [pick[place] ?? request]
  })
}

async function mixUsers(database: BenchmarkDatabase) {
  const reads = await Promise.all(screens.map(prepared(database)))
  const [first = []] = reads
  return first.flatMap((_request, place) => reads.flatMap((requests) => requests[place] ?? []))
}

const prepared = (database: BenchmarkDatabase) => async (benchmark: Benchmark) => {
  if ('work' in benchmark) throw new Error(`${benchmark.name} calls no server`)
  return benchmark.prepare(database.db)
}

try {
  await run(readMinutes(process.argv[2]))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const stop of undo.toReversed()) await stop()
}
