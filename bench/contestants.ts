import type { Request } from './benchmarks/request.ts'
import type { Child, Server } from './child.ts'
import type { LoadOrder, LoadResult } from './load.ts'

export type Round = { connections: number; seconds: number }
export type Measurement = LoadResult & { cpuMicroseconds: number; largestBytes: number }

/** Somebody your first name for a round, and what it cost. */
export type Contestant = (round: Round) => Promise<Measurement>

/** A server, loaded from another process. It goes through its requests from round to round. */
export function httpContestant(server: Server, load: Child, requests: Request[]): Contestant {
  let from = 0
  return (round) =>
    measured(server, async () => {
      const order: LoadOrder = { port: server.port, requests, from, ...round }
      const result = await load.carryOut<LoadResult>(order)
      from += result.answered
      return result
    })
}

/** A process that does the work itself, without anybody asking. */
export const loopContestant =
  (worker: Child): Contestant =>
  ({ seconds }) =>
    measured(worker, () => worker.carryOut<LoadResult>({ seconds }))

async function measured(child: Child, work: () => Promise<LoadResult>): Promise<Measurement> {
  const before = await child.usage()
  const result = await work()
  const { cpuMicroseconds, largestBytes } = await child.usage()
  if (result.answered === 0) throw new Error('Nothing was answered in a whole round')
  return { ...result, cpuMicroseconds: (cpuMicroseconds - before.cpuMicroseconds) / result.answered, largestBytes }
}
