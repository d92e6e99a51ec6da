import type { FastifyInstance, FastifyRequest } from 'fastify'
import { VIEWING_HEADER, type Access, SCOPES } from '#contract/endpoint.ts'
import { NOT_SIGNED_IN, NOT_YOUR_ROLE, VIEWING_ENDED } from '#contract/errors.ts'
import { ONLY_IN_THE_PORTAL, lacksScope } from '#contract/identity/api-tokens.ts'
import { MFA_SETUP, needsMfaSetup, SETUP_FIRST } from '#contract/identity/mfa.ts'
import { type User, type Viewing } from '#contract/identity/session.ts'
import { CONFIRM_FIRST, STEP_UP } from '#contract/identity/step-up.ts'
import { READ_ONLY, VIEWING_IS_OVER } from '#contract/identity/viewings.ts'
import { ROLES_BY_LEVEL, hasLevel, isAdmin, isStaff, type Role, type UserLevel } from '#contract/roles.ts'
import type { Config } from '#server/platform/config.ts'
import { HttpError, forbidden, unauthorized } from './errors.ts'

export type SessionUser = User & {
  sessionId: string
  isSso?: boolean
  /** Step-up by password or code is recent enough. */
  isConfirmed: boolean
  /** Only while `viewer` views the portal as this user. */
  viewing?: Viewing
  viewer?: { id: string; name: string }
  /** The request has it instead of a session. */
  apiToken?: { id: string; name: string; scopes: string[] }
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null
    /** The guard ran before the whole body had arrived. */
    isBodyLate: boolean
  }
  interface FastifyContextConfig {
    access?: Access
    stepUp?: true
    isOpenWhileViewing?: true
    closedWhileViewing?: string
  }
}

/** Options of a route for everyone that the documentation of the API leaves out. */
export const PUBLIC_HIDDEN = { config: { access: 'public' }, schema: { hide: true } } as const

/** 'signed-in licenses:read' → 'signed-in' */
export const levelOf = (access: Access) => access.split(' ', 1).join()

/** 'signed-in licenses:read' → 'licenses:read' */
export const requiredScope = (access: Access) => SCOPES.find((scope) => access.endsWith(` ${scope}`))

const isUserLevel = (level: string): level is UserLevel => level in ROLES_BY_LEVEL

/** Endpoints of the other levels decide themselves. */
export function admits(access: Access, role: Role) {
  const level = levelOf(access)
  return !isUserLevel(level) || hasLevel(role, level)
}

/** A session or an API token. */
export const needsUser = (access: Access) => isUserLevel(levelOf(access))

const BEARER = /^bearer +(\S+) *$/i

/** The API token of a call that needs a user. Cookies beside it are ignored. */
export const bearerOf = ({ headers, route }: FastifyRequest) => {
  const { access } = route.config
  return access && needsUser(access) ? BEARER.exec(headers.authorization ?? '')?.[1] : undefined
}

/** Open until the second factor is set up that `STAFF_MFA=required` or the organization demands. The file of the user's data has their work in it. */
const OPEN_BEFORE_SETUP = /^\/api\/(user|account(?!\/data)|health)(\/|$)/

/** Denies by default: a route without an access level stops the server from starting. */
export function guardRoutes(
  app: FastifyInstance,
  readCaller: (request: FastifyRequest) => Promise<SessionUser | null>,
  { staffMfaRequired, stepUpRequired }: Pick<Config, 'staffMfaRequired' | 'stepUpRequired'>,
) {
  app.decorateRequest('user', null)
  app.decorateRequest('isBodyLate', false)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} does not declare who may call it`)
  })
  const admit = async (request: FastifyRequest, access: Access) => {
    const { config, url = '' } = request.route
    request.user = await readCaller(request)
    refuseWhileViewing(request)
    requireAccess(request, access)
    const isWaiting = needsMfaSetup(userOf(request), staffMfaRequired)
    if (isWaiting && !OPEN_BEFORE_SETUP.test(url)) throw new HttpError(403, SETUP_FIRST, { code: MFA_SETUP })
    requireScope(userOf(request), access)
    if (stepUpRequired && config.stepUp && !userOf(request).isConfirmed)
      throw new HttpError(403, CONFIRM_FIRST, { code: STEP_UP })
    request.isBodyLate = request.raw.complete === false
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.route.config
    if (!access || !needsUser(access)) return done()
    admit(request, access).then(() => done(), done)
  })
  // Checks again after a slow body: the user may have lost the right during the upload.
  app.addHook('preHandler', (request, _reply, done) => {
    const { access } = request.route.config
    if (!access || !request.isBodyLate) return done()
    admit(request, access).then(() => done(), done)
  })
}

const READING = new Set<unknown>(['GET', 'HEAD'])

export const isReading = ({ method }: { method: unknown }) => READING.has(method)

/**
 * A page of a view that has ended must not act with the rights of staff. Refuses every write in a view, and what is closed to it.
 */
function refuseWhileViewing(request: FastifyRequest) {
  const { user, headers, route } = request
  const { config } = route
  if (!user || config.isOpenWhileViewing) return
  const named = headers[VIEWING_HEADER]
  if (named !== undefined && named !== user.viewing?.id)
    throw new HttpError(403, VIEWING_IS_OVER, { code: VIEWING_ENDED })
  if (user.viewing && (!isReading(request) || config.closedWhileViewing)) throw forbidden(READ_ONLY)
}

export function requireAccess({ user }: FastifyRequest, access: Access) {
  if (!user) throw unauthorized(NOT_SIGNED_IN)
  if (!admits(access, user.role)) throw forbidden(NOT_YOUR_ROLE)
}

/** A session may call everything that its user may. */
function requireScope({ apiToken }: SessionUser, access: Access) {
  if (!apiToken) return
  const scope = requiredScope(access)
  if (!scope) throw forbidden(ONLY_IN_THE_PORTAL)
  if (!apiToken.scopes.includes(scope)) throw forbidden(lacksScope(scope))
}

export function userOf({ user }: FastifyRequest): SessionUser {
  if (!user) throw unauthorized(NOT_SIGNED_IN)
  return user
}

/** The organizations whose rows the user may reach: all for an admin, otherwise their own. */
export type Scope = 'all' | { organizationId: string | null }

export type Reader = Pick<SessionUser, 'role' | 'organizationId'>

export const scopeOf = ({ role, organizationId }: Reader): Scope => (isAdmin(role) ? 'all' : { organizationId })

/** For reading where agents, too, may see all organizations. */
export const staffScopeOf = (reader: Reader): Scope => (isStaff(reader.role) ? 'all' : scopeOf(reader))
