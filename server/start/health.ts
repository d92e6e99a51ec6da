import type { FastifyInstance } from 'fastify'
import { findMismatch } from '#server/database/migrate/compatibility.ts'
import { readMigrations } from '#server/database/migrate/migration-files.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import type { Draining } from '#server/platform/http/limits/draining.ts'
import type { Platform } from '#server/platform/platform.ts'

const config = { access: 'public' } as const

export function healthRoutes(app: FastifyInstance, { pools, objects }: Platform, draining: Draining) {
  const migrations = readMigrations()
  const readMismatch = shareReading(() => findMismatch(pools.health, migrations))

  app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'live' }))

  app.get('/health/ready', { config, schema: { hide: true } }, async (request, reply) => {
    if (draining.hasBegun) return reply.code(503).send({ message: 'Stopping' })
    try {
      await objects.requireFolder()
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ message: 'Files cannot be stored: DATA_DIR is not writable' })
    }
    try {
      const mismatch = await readMismatch()
      return mismatch === undefined ? { status: 'ready' } : reply.code(503).send({ message: mismatch })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ message: 'The database does not answer' })
    }
  })
}
