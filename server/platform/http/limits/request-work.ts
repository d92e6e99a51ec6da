import type { FastifyInstance } from 'fastify'
import { newWork, runWork, type Work } from '#server/database/transactions/work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: Work
  }
}

export function followRequests(app: FastifyInstance) {
  app.decorateRequest('work')
  app.addHook('onRequest', (request, _reply, done) => {
    request.work = newWork()
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => runWork(request.work, done))
}
