import type { FastifyRequest } from 'fastify'
import { fullName } from '#contract/identity/session.ts'
import { userOf, type SessionUser } from './http/access.ts'

/** The acting user or system, for the audit log. */
export type Actor = {
  kind: 'user' | 'device' | 'system' | 'anonymous'
  id: string | null
  name: string | null
  ip: string | null
  requestId: string | null
}

export const systemActor: Actor = { kind: 'system', id: null, name: 'Latchkey', ip: null, requestId: null }

export function actorOf(request: FastifyRequest): Actor {
  const user = userOf(request)
  const { id, name } = user.viewer ?? { id: user.id, name: nameOf(user) }
  return { kind: 'user', id, name, ip: request.ip, requestId: request.id }
}

function nameOf({ apiToken, ...user }: SessionUser) {
  return apiToken ? `${fullName(user)} through API token “${apiToken.name}”` : fullName(user)
}

/** A caller without a session: a visitor, or a device with a key. */
export const strangerOf = (
  { ip, id }: FastifyRequest,
  kind: 'device' | 'anonymous',
  name: string | null = null,
): Actor => ({
  kind,
  id: null,
  name,
  ip,
  requestId: id,
})
