import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { newWork, runWork, type Work } from '#server/database/transactions/work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: Work
    /** The pattern of its URL, undefined for an unknown address. Read once, because Fastify builds `routeOptions` again on each access. */
    route: { url: string | undefined; config: FastifyContextConfig }
  }
}

/** Must be the first hooks. */
export function followRequests(app: FastifyInstance) {
  app.decorateRequest('work')
  app.decorateRequest('route')
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    request.route = { url, config }
    request.work = newWork()
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => runWork(request.work, done))
}
