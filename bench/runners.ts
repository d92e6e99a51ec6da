import type { Request } from './benchmarks/request.ts'
import type { Child, Server } from './child.ts'
import type { LoadOrder, LoadResult } from './load.ts'

export type Round = { connections: number; seconds: number }
/** Microseconds, except `largestBytes`. */
export type Measurement = LoadResult & { cpuMicroseconds: number; largestBytes: number; stall: number }

/** Runs one round and measures its cost. */
export type Runner = (round: Round) => Promise<Measurement>

/** Loads a server from another process. Each round continues where the last one ended. */
export function httpRunner(server: Server, load: Child, requests: Request[]): Runner {
  let from = 0
  return (round) =>
    measured(server, async () => {
      const order: LoadOrder = { port: server.port, requests, from, ...round }
      const result = await load.run<LoadResult>(order)
      from += result.answered
      return result
    })
}

export const jobRunner =
  (worker: Child): Runner =>
  ({ seconds }) =>
    measured(worker, () => worker.run<LoadResult>({ seconds }))

async function measured(child: Child, work: () => Promise<LoadResult>): Promise<Measurement> {
  const before = await child.usage()
  const result = await work()
  const { cpuMicroseconds, largestBytes, stall } = await child.usage()
  if (result.answered === 0) throw new Error('No request was answered in the round')
  const perAnswer = (cpuMicroseconds - before.cpuMicroseconds) / result.answered
  return { ...result, cpuMicroseconds: perAnswer, largestBytes, stall }
}
