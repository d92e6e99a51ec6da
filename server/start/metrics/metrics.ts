import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type Metric } from 'prom-client'
import type { Pools } from '#server/database/pools.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import { deviceMetrics } from '#server/licensing/public.ts'
import { webhookMetrics } from '#server/operations/public.ts'
import { http } from '#server/platform/http/node-http.ts'
import { onRequestEnd } from '#server/platform/http/requests/request-end.ts'
import { jobMetrics, startCounting } from '#server/platform/jobs/job-metrics.ts'
import { EVENT_STREAM } from '#server/platform/live/event-stream.ts'
import { liveMetrics } from '#server/platform/live/live-streams.ts'
import { mailMetrics } from '#server/platform/mail/mail-metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createStateGauges } from './state.ts'

export function createMetrics(platform: Platform) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const parts = createStateGauges(platform)
  const counted: Metric[] = [...deviceMetrics, ...jobMetrics, ...liveMetrics, ...mailMetrics, ...webhookMetrics]
  for (const metric of [...counted, ...parts.flatMap(({ gauges }) => gauges)]) registry.registerMetric(metric)
  countConnections(registry, platform.pools)
  startCounting(Object.keys(platform.jobs.table))

  /** A part that cannot be read has no value, because an old one would mislead. */
  const read = shareReading(async () => {
    for (const { forget } of parts) forget()
    await Promise.allSettled(parts.map(({ refresh }) => refresh()))
    return registry.metrics()
  })
  return {
    read,
    observe: observeRequests(registry),
    listen: async (port: number, host: string) => {
      const server = http
        .createServer((_request, response) => {
          void read().then((text) => response.setHeader('content-type', registry.contentType).end(text))
        })
        .listen(port, host)
      await once(server, 'listening')
      return server
    },
  }
}

function countConnections(registry: Registry, pools: Pools) {
  return new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool by state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'open' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waited for' }, pool.waitingCount)
      }
    },
  })
}

function observeRequests(registry: Registry) {
  const labelNames = ['method', 'route', 'status'] as const
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, and those whose client has gone before',
    labelNames,
    registers,
  })
  const seconds = new Histogram({ name: 'http_request_seconds', help: 'Time to answer', labelNames, registers })
  return (app: FastifyInstance) =>
    onRequestEnd(app, ({ method, route }, reply, { status, isAborted }) => {
      const labels = { method, route: route.url ?? 'unknown', status: String(status) }
      requests.inc(labels)
      // A stream lasts as long as its page is open.
      if (!isAborted && reply.getHeader('content-type') !== EVENT_STREAM)
        seconds.observe(labels, reply.elapsedTime / 1000)
    })
}
