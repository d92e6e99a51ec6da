import type { FastifyInstance } from 'fastify'
import { API_VERSIONS, CURRENT_VERSION, VERSION_HEADER, unknownVersion } from '#contract/endpoint.ts'
import { badRequest } from './errors.ts'
import { isCall } from './security.ts'

const versions: readonly unknown[] = API_VERSIONS

/** Answers calls with the version that they name, or with the current one, and says which one it was. */
export function answerInVersion(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCall(request)) return done()
    const wanted = request.headers[VERSION_HEADER] ?? CURRENT_VERSION
    const isKnown = versions.includes(wanted)
    reply.header(VERSION_HEADER, isKnown ? wanted : CURRENT_VERSION)
    done(isKnown ? undefined : badRequest(unknownVersion()))
  })
}
