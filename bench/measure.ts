import type { Benchmark, HttpBenchmark, JobBenchmark } from './benchmarks/benchmark.ts'
import { startChild } from './child.ts'
import { httpRunner, jobRunner, type Runner, type Measurement, type Round } from './runners.ts'
import { floors, type Setup } from './floors.ts'
import type { Request } from './benchmarks/request.ts'
import type { Options } from './options.ts'

export type Comparison = {
  name: string
  goal: number | undefined
  connections: number
  pageReads: number | undefined
  ours: Measurement
  floor: Measurement
}

/** Before each measurement, to compile code and open database connections. */
const WARM_UP_SECONDS = 1

/** `spread`: the furthest that a round's CPU was from its side's median, as a share of it. */
export type Change = {
  name: string
  connections: number
  before: Measurement
  after: Measurement
  spread: number
}

type Settings = Pick<Options, 'seconds' | 'rounds' | 'connections'>

/** Measures a benchmark and its floor for each number of connections. */
export async function measure(benchmark: Benchmark, setup: Setup, settings: Settings): Promise<Comparison[]> {
  const { name, goal, confirm } = benchmark
  const ours = await ('work' in benchmark ? startJob(benchmark, setup) : startHttp(benchmark, setup))
  const pageReads = await benchmark.pageReads?.(setup.database.db)
  const floor = await floors[benchmark.floor](setup, ours.example)
  const comparisons: Comparison[] = []
  let answered = 0
  try {
    for (const connections of settings.connections ? [settings.connections] : benchmark.connections) {
      const round = { connections, seconds: settings.seconds }
      const results = await alternate({ floor: floor.run, ours: ours.run }, round, settings.rounds)
      answered += sum(results.ours)
      comparisons.push({ name, goal, connections, pageReads, ours: median(results.ours), floor: median(results.floor) })
    }
    await confirm?.(setup.database.db, Math.min(answered, ours.distinct))
  } finally {
    await ours.stop()
    await floor.stop()
  }
  return comparisons
}

type BothSetups = { before: Setup; after: Setup }

/** Measures a benchmark on two servers in turn. */
export async function measureChange(benchmark: Benchmark, setups: BothSetups, settings: Settings): Promise<Change[]> {
  if ('work' in benchmark) throw new Error(`${benchmark.name} calls no server, so it can't be compared`)
  const { name } = benchmark
  const after = await startHttp(benchmark, setups.after)
  const before = httpRunner(setups.before.portal, setups.before.load, after.requests)
  const changes: Change[] = []
  for (const connections of settings.connections ? [settings.connections] : benchmark.connections) {
    const round = { connections, seconds: settings.seconds }
    const results = await alternate({ before, after: after.run }, round, settings.rounds)
    const sides = { before: median(results.before), after: median(results.after) }
    const spread = Math.max(spreadOf(results.before, sides.before), spreadOf(results.after, sides.after))
    changes.push({ name, connections, ...sides, spread })
  }
  return changes
}

const spreadOf = (rounds: Measurement[], { cpuMicroseconds: middle }: Measurement) =>
  Math.max(...rounds.map(({ cpuMicroseconds }) => Math.abs(cpuMicroseconds / middle - 1)))

/** `distinct`: number of different requests. */
async function startHttp({ name, prepare }: HttpBenchmark, { database, portal, load }: Setup) {
  const requests = await prepare(database.db)
  const [example] = requests
  if (!example) throw new Error(`The benchmark ${name} has no requests`)
  return { example, requests, distinct: requests.length, run: httpRunner(portal, load, requests), stop: async () => {} }
}

async function startJob({ work: prepare }: JobBenchmark, { database }: Setup) {
  const { worker, environment } = await prepare(database.db)
  const child = await startChild(worker, { environment: { DATABASE_URL: database.url, ...environment } })
  const example: Request = { wire: '', expect: [] }
  return { example, distinct: Number.POSITIVE_INFINITY, run: jobRunner(child), stop: child.stop }
}

/** Alternates the rounds, so that other load on the machine affects all sides alike. */
export async function alternate<Side extends string>(sides: Record<Side, Runner>, round: Round, rounds: number) {
  const runners = Object.entries<Runner>(sides) as [Side, Runner][]
  const results = Object.fromEntries(runners.map(([side]) => [side, []])) as unknown as Record<Side, Measurement[]>
  for (const [, run] of runners) await run({ ...round, seconds: WARM_UP_SECONDS })
  for (let done = 0; done < rounds; done++) for (const [side, run] of runners) results[side].push(await run(round))
  return results
}

const sum = (measurements: Measurement[]) => measurements.reduce((total, { answered }) => total + answered, 0)

/** Takes the median of each figure separately. */
export function median(measurements: Measurement[]): Measurement {
  const of = (figure: keyof Measurement) => {
    const sorted = measurements.map((measurement) => measurement[figure]).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    answered: of('answered'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpuMicroseconds: of('cpuMicroseconds'),
    largestBytes: of('largestBytes'),
    stall: of('stall'),
  }
}
