import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/operations/audit/audit-actions.ts'
import { MALWARE } from '#contract/releases/uploads.ts'
import { actorOf } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { userOf } from '#server/platform/http/access.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A program continues after a refusal with another code, such as that the user must confirm first. */
function actionOf(error: Error) {
  if (!(error instanceof HttpError)) return undefined
  if (error.code === MALWARE) return 'upload.refused'
  return error.statusCode === 403 && !error.code ? 'access.refused' : undefined
}

/** Audits malware. Audits what signed-in users and API tokens may not do: for each user and endpoint once an hour. */
export function auditRefusals(app: FastifyInstance, { db, limits }: Pick<Platform, 'db' | 'limits'>) {
  const write = async (request: FastifyRequest, action: AuditAction, reason: string) => {
    const { method, url, routeOptions } = request
    const { id, organizationId } = userOf(request)
    const place = `${id} ${method} ${routeOptions.url}`
    if (action === 'access.refused' && (await limits.trySpend('refusal by user and endpoint', place))) return
    await audit(db, actorOf(request), {
      action,
      outcome: 'refused',
      organizationId,
      changes: { request: [null, `${method} ${url.split('?', 1).join()}`], reason: [null, reason] },
    })
  }
  app.addHook('onError', async (request, _reply, error) => {
    // While staff view the portal as a customer, pages send some writes without being asked.
    const action = actionOf(error)
    if (!request.user || request.user.viewing || !action) return
    await write(request, action, error.message).catch((failure: unknown) =>
      request.log.error({ err: failure }, 'not audited'),
    )
  })
}
