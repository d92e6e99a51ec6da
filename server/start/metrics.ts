import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Pools } from '#server/database/pools.ts'
import { EVENT_STREAM } from '#server/platform/live/event-stream.ts'

/** Seconds since 1970. */
async function findVerifiedBackup({ health }: Pools) {
  const { rows } = await health.query<{ at: number | null }>(
    'select extract(epoch from max(created_at))::float8 as at from backups where verified_at is not null',
  )
  return rows[0]?.at ?? null
}

export function createMetrics(pools: Pools) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({ name: 'http_requests_total', help: 'Requests answered', labelNames, registers })
  const seconds = new Histogram({ name: 'http_request_seconds', help: 'Time to answer', labelNames, registers })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool by state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'open' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waited for' }, pool.waitingCount)
      }
    },
  })

  new Gauge({
    name: 'last_verified_backup_seconds',
    help: 'Unix time of the newest backup that was verified',
    registers,
    async collect() {
      const at = await findVerifiedBackup(pools).catch(() => null)
      if (at === null) this.reset()
      else this.set(at)
    },
  })

  return {
    observe: (app: FastifyInstance) =>
      app.addHook('onResponse', ({ method, route }, reply, done) => {
        const labels = { method, route: route.url ?? 'unknown', status: String(reply.statusCode) }
        requests.inc(labels)
        // A stream lasts as long as its page is open.
        if (reply.getHeader('content-type') !== EVENT_STREAM) seconds.observe(labels, reply.elapsedTime / 1000)
        done()
      }),
    listen: async (port: number, host: string) => {
      const server = createServer((_request, response) => {
        void registry.metrics().then((text) => response.setHeader('content-type', registry.contentType).end(text))
      }).listen(port, host)
      await once(server, 'listening')
      return server
    },
  }
}
