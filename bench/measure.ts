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
      const { rounds, ...sides } = await alternate({ ours: ours.run, floor: floor.run }, round, settings.rounds)
      answered += rounds
      comparisons.push({ name, goal, connections, pageReads, ...sides })
    }
    await confirm?.(setup.database.db, Math.min(answered, ours.distinct))
  } finally {
    await ours.stop()
    await floor.stop()
  }
  return comparisons
}

/** `distinct`: number of different requests. */
async function startHttp({ name, prepare }: HttpBenchmark, { database, portal, load }: Setup) {
  const requests = await prepare(database.db)
  const [example] = requests
  if (!example) throw new Error(`The benchmark ${name} has no requests`)
  return { example, distinct: requests.length, run: httpRunner(portal, load, requests), stop: async () => {} }
}

async function startJob({ work: prepare }: JobBenchmark, { database }: Setup) {
  const { worker, environment } = await prepare(database.db)
  const child = await startChild(worker, { environment: { DATABASE_URL: database.url, ...environment } })
  const example: Request = { wire: '', expect: [] }
  return { example, distinct: Number.POSITIVE_INFINITY, run: jobRunner(child), stop: child.stop }
}

type Sides = { ours: Runner; floor: Runner }

/** Alternates the rounds, so that other load on the machine affects both alike. */
async function alternate({ ours, floor }: Sides, round: Round, rounds: number) {
  const results: { ours: Measurement[]; floor: Measurement[] } = { ours: [], floor: [] }
  await floor({ ...round, seconds: WARM_UP_SECONDS })
  await ours({ ...round, seconds: WARM_UP_SECONDS })
  for (let done = 0; done < rounds; done++) {
    results.floor.push(await floor(round))
    results.ours.push(await ours(round))
  }
  return { ours: median(results.ours), floor: median(results.floor), rounds: sum(results.ours) }
}

const sum = (measurements: Measurement[]) => measurements.reduce((total, { answered }) => total + answered, 0)

/** Takes the median of each figure separately. */
function median(measurements: Measurement[]): Measurement {
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
  }
}
