import { createHistogram } from 'node:perf_hooks'
import type { Request } from './benchmarks/request.ts'
import { answerParent, reportReady } from './child-answers.ts'
import { openConnection, type Connection } from './connection.ts'

/** Sends requests, starting at index `from`. Each connection waits for an answer before its next request. */
export type LoadOrder = { port: number; requests: Request[]; from: number; connections: number; seconds: number }

export type LoadResult = { answered: number; perSecond: number; p50: number; p99: number }

const MOST_REQUESTS = 500_000

async function drive({ port, requests, from, connections: count, seconds }: LoadOrder): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  const latencies = createHistogram()
  const started = performance.now()
  const end = started + seconds * 1000
  let asked = 0

  async function ask({ ask: send }: Connection) {
    for (let now = performance.now(); now < end && asked < MOST_REQUESTS;) {
      const request = requests[(from + asked++) % requests.length]
      if (!request) throw new Error('There are no requests')
      await send(request)
      const answeredAt = performance.now()
      latencies.record(Math.max(1, Math.round((answeredAt - now) * 1000)))
      now = answeredAt
    }
  }

  const failed = Promise.race(connections.map((connection) => connection.failed))
  try {
    await Promise.race([Promise.all(connections.map(ask)), failed])
  } finally {
    for (const connection of connections) connection.close()
  }
  const perSecond = latencies.count / ((performance.now() - started) / 1000)
  return { answered: latencies.count, perSecond, p50: latencies.percentile(50), p99: latencies.percentile(99) }
}

answerParent(drive)
reportReady()
