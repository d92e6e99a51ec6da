import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const config = { access: 'public' } as const

/** Live: the process answers. Ready: it can do its work. */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool) {
  app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'live' }))

  app.get('/health/ready', { config, schema: { hide: true } }, async (request, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ message: 'The database does not answer' })
    }
  })
}
