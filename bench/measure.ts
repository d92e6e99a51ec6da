import type { Asked, Benchmark, Worked } from './benchmarks/benchmark.ts'
import { startChild } from './child.ts'
import { httpContestant, loopContestant, type Contestant, type Measurement, type Round } from './contestants.ts'
import { floors, type Arena } from './floors.ts'
import type { Request } from './benchmarks/request.ts'
import type { Options } from './options.ts'

/** One line of the report. */
export type Comparison = {
  name: string
  goal: number | undefined
  connections: number
  pageReads: number | undefined
  ours: Measurement
  floor: Measurement
}

/** Not measured: the time in which code is compiled and connections to the database are opened. */
const WARM_UP_SECONDS = 1

type Wish = Pick<Options, 'seconds' | 'rounds' | 'connections'>

/** Measures a benchmark beside its floor, once for each number of connections. */
export async function measure(benchmark: Benchmark, arena: Arena, wish: Wish): Promise<Comparison[]> {
  const { name, goal, confirm } = benchmark
  const ours = await ('work' in benchmark ? work(benchmark, arena) : ask(benchmark, arena))
  const pageReads = await benchmark.pageReads?.(arena.world.db)
  const floor = await floors[benchmark.floor](arena, ours.example)
  const comparisons: Comparison[] = []
  let answered = 0
  try {
    for (const connections of wish.connections ? [wish.connections] : benchmark.connections) {
      const round = { connections, seconds: wish.seconds }
      const { rounds, ...sides } = await alternate({ ours: ours.compete, floor: floor.compete }, round, wish.rounds)
      answered += rounds
      comparisons.push({ name, goal, connections, pageReads, ...sides })
    }
    await confirm?.(arena.world.db, Math.min(answered, ours.most))
  } finally {
    await ours.stop()
    await floor.stop()
  }
  return comparisons
}

/** `most`: how many of the answers are different ones. */
async function ask({ name, prepare }: Asked, { world, portal, load }: Arena) {
  const requests = await prepare(world.db)
  const [example] = requests
  if (!example) throw new Error(`The benchmark ${name} has nothing to ask`)
  return { example, most: requests.length, compete: httpContestant(portal, load, requests), stop: async () => {} }
}

async function work({ work: prepare }: Worked, { world }: Arena) {
  const { worker, environment } = await prepare(world.db)
  const child = await startChild(worker, { environment: { DATABASE_URL: world.url, ...environment } })
  const example: Request = { wire: '', expect: [] }
  return { example, most: Number.POSITIVE_INFINITY, compete: loopContestant(child), stop: child.stop }
}

type Sides = { ours: Contestant; floor: Contestant }

/** Floor, ours, floor, ours: what else the machine does falls on both alike. */
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

/** Each figure's own median: no single round has to be typical in everything. */
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
