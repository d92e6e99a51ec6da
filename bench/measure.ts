import type { Benchmark } from './benchmarks/benchmark.ts'
import { httpContestant, type Contestant, type Measurement, type Round } from './contestants.ts'
import { floors, type Arena } from './floors.ts'
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
  const { name, goal, prepare, confirm } = benchmark
  const requests = await prepare(arena.world.db)
  const [example] = requests
  if (!example) throw new Error(`The benchmark ${name} has nothing to ask`)
  const pageReads = await benchmark.pageReads?.(arena.world.db)
  const floor = await floors[benchmark.floor](arena, example)
  const compete = httpContestant(arena.portal, arena.load, requests)
  const comparisons: Comparison[] = []
  let answered = 0
  try {
    for (const connections of wish.connections ? [wish.connections] : benchmark.connections) {
      const round = { connections, seconds: wish.seconds }
      const { rounds, ...sides } = await alternate({ ours: compete, floor: floor.compete }, round, wish.rounds)
      answered += rounds
      comparisons.push({ name, goal, connections, pageReads, ...sides })
    }
    await confirm?.(arena.world.db, Math.min(answered, requests.length))
  } finally {
    await floor.stop()
  }
  return comparisons
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
