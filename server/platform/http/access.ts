import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import { NOT_SIGNED_IN, NO_PERMISSION } from '#contract/errors.ts'
import { SETUP_FIRST } from '#contract/identity/mfa.ts'
import { needsMfaSetup, type User } from '#contract/identity/session.ts'
import { CONFIRM_FIRST, STEP_UP } from '#contract/identity/step-up.ts'
import { isAdmin, isStaff, type Role } from '#contract/roles.ts'
import type { Config } from '#server/platform/config.ts'
import { HttpError, forbidden, unauthorized } from './errors.ts'

/** The person behind a session, as read from the database for this very request. */
export type SessionUser = User & {
  sessionId: string
  /** By password or code, a short while ago. */
  isConfirmed: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null
    /** Whether the guard let it in before all of its body was there. */
    isBodyLate: boolean
  }
  interface FastifyContextConfig {
    access?: Access
    stepUp?: true
  }
}

const everyone: Role[] = ['admin', 'agent', 'org_admin', 'customer']

/** Which roles each access level admits; the levels without a session are decided by their endpoints. */
const admitted: Partial<Record<Access, Role[]>> = {
  'signed-in': everyone,
  'org-admin': ['admin', 'org_admin'],
  staff: ['admin', 'agent'],
  admin: ['admin'],
}

export const admits = (access: Access, role: Role) => admitted[access]?.includes(role) ?? true

export const needsSession = (access: Access) => access in admitted

/** Where staff set up what `STAFF_MFA=required` asks of them, and what the top bar says meanwhile. */
const OPEN_BEFORE_SETUP = /^\/api\/(user|account|health)(\/|$)/

/** Deny by default: a route that does not say who may call it stops the server from starting. */
export function guardRoutes(
  app: FastifyInstance,
  readSession: (request: FastifyRequest) => Promise<SessionUser | null>,
  { staffMfaRequired, stepUpRequired }: Pick<Config, 'staffMfaRequired' | 'stepUpRequired'>,
) {
  app.decorateRequest('user', null)
  app.decorateRequest('isBodyLate', false)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} does not declare who may call it`)
  })
  const admit = async (request: FastifyRequest, access: Access) => {
    const { config, url = '' } = request.routeOptions
    request.user = await readSession(request)
    requireAccess(request, access)
    const isWaiting = needsMfaSetup(userOf(request), staffMfaRequired)
    if (isWaiting && !OPEN_BEFORE_SETUP.test(url)) throw forbidden(SETUP_FIRST)
    if (stepUpRequired && config.stepUp && !userOf(request).isConfirmed)
      throw new HttpError(403, CONFIRM_FIRST, { code: STEP_UP })
    request.isBodyLate = request.raw.complete === false
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (!access || !needsSession(access)) return done()
    admit(request, access).then(() => done(), done)
  })
  // A sender may take hours for a form: who lost the right meanwhile must not have it for what was begun before.
  app.addHook('preHandler', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (!access || !request.isBodyLate) return done()
    admit(request, access).then(() => done(), done)
  })
}

export function requireAccess({ user }: FastifyRequest, access: Access) {
  if (!user) throw unauthorized(NOT_SIGNED_IN)
  if (!admits(access, user.role)) throw forbidden(NO_PERMISSION)
}

/** The signed-in user of a route that needs a session. */
export function userOf({ user }: FastifyRequest): SessionUser {
  if (!user) throw unauthorized(NOT_SIGNED_IN)
  return user
}

/** Whose rows a person reaches: an admin everybody's, everyone else the own organization's, if there is one. */
export type Scope = 'all' | { organizationId: string | null }

export type Reader = Pick<SessionUser, 'role' | 'organizationId'>

export const scopeOf = ({ role, organizationId }: Reader): Scope => (isAdmin(role) ? 'all' : { organizationId })

/** Where the vendor's people answer questions about what they do not change: all of them reach everybody's. */
export const staffScopeOf = (reader: Reader): Scope => (isStaff(reader.role) ? 'all' : scopeOf(reader))
