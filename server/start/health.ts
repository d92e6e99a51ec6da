import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findMismatch } from '#server/database/migrate/compatibility.ts'
import { readMigrations } from '#server/database/migrate/migration-files.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import { PUBLIC_HIDDEN } from '#server/platform/http/access.ts'
import { logFailure } from '#server/platform/http/logging.ts'
import type { Draining } from '#server/platform/http/requests/draining.ts'
import type { Platform } from '#server/platform/platform.ts'

const STOPPING = 'Stopping'
const NO_FILES = 'Files cannot be stored: DATA_DIR is not writable'
const NO_DATABASE = 'The database does not answer'

export function healthRoutes(app: FastifyInstance, platform: Platform, draining: Draining) {
  const { pools, objects, validations } = platform
  const migrations = readMigrations()
  const readMismatch = shareReading(() => findMismatch(pools.health, migrations))
  const askReplica = shareReading(() => validations.query({ text: 'select 1' }))

  app.get('/health/live', PUBLIC_HIDDEN, async () => ({ status: 'live' }))

  app.get('/health/ready', PUBLIC_HIDDEN, async (request, reply) => {
    if (draining.hasBegun) return unready(reply, STOPPING)
    try {
      await objects.requireFolder()
    } catch (error) {
      return failed(request, reply, NO_FILES, error)
    }
    return answer(request, reply, readMismatch)
  })

  app.get('/health/validate', PUBLIC_HIDDEN, async (request, reply) => {
    if (draining.hasBegun) return unready(reply, STOPPING)
    return answer(request, reply, () =>
      readMismatch().catch(async () => {
        await askReplica()
        return undefined
      }),
    )
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, readMismatch: () => Promise<string | undefined>) {
  try {
    const mismatch = await readMismatch()
    return mismatch === undefined ? { status: 'ready' } : unready(reply, mismatch)
  } catch (error) {
    return failed(request, reply, NO_DATABASE, error)
  }
}

const unready = (reply: FastifyReply, message: string) => reply.code(503).send({ message })

function failed(request: FastifyRequest, reply: FastifyReply, message: string, error: unknown) {
  logFailure(request, error, 'warn', 'not ready')
  return unready(reply, message)
}
