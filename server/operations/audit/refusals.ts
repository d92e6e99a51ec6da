import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { userOf } from '#server/platform/http/access.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A program continues after a refusal with a code, such as that the user must confirm first. */
const isFinal = (error: Error) => error instanceof HttpError && error.statusCode === 403 && !error.code

/** Audits what signed-in users and API tokens are not allowed to do: for each user and endpoint once an hour. */
export function auditRefusals(app: FastifyInstance, { db, limits }: Pick<Platform, 'db' | 'limits'>) {
  const write = async (request: FastifyRequest, reason: string) => {
    const { method, url, routeOptions } = request
    const { id, organizationId } = userOf(request)
    if (await limits.trySpend('refusal by user and endpoint', `${id} ${method} ${routeOptions.url}`)) return
    await audit(db, actorOf(request), {
      action: 'access.refused',
      outcome: 'refused',
      organizationId,
      changes: { request: [null, `${method} ${url.split('?', 1).join()}`], reason: [null, reason] },
    })
  }
  app.addHook('onError', async (request, _reply, error) => {
    // While staff view the portal as a customer, pages send some writes without being asked.
    if (!request.user || request.user.viewing || !isFinal(error)) return
    await write(request, error.message).catch((failure: unknown) => request.log.error({ err: failure }, 'not audited'))
  })
}
