import type { FastifyRequest } from 'fastify'
import { fullName } from '#contract/identity/session.ts'
import { canBeViewed } from '#contract/identity/viewings.ts'
import { isAdmin, isStaff, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { createTokenFinder } from '#server/database/statements/token-finder.ts'
import type { Config } from '#server/platform/config.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createSessionCookie } from './cookie.ts'
import { insertSession, prepareFindSessions, touchSession } from './queries.ts'
import { findViewing } from './viewings/queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isBackground?: true
  }
}

/** Reads the session from the database for every request, so that ending it is immediate. */
export function createSessionReader({ db, config }: Pick<Platform, 'db' | 'config'>) {
  const cookie = createSessionCookie(config)
  const findSession = createTokenFinder(prepareFindSessions(db, config.sessions))
  return async (request: FastifyRequest): Promise<SessionUser | null> => {
    const token = cookie.read(request)
    if (!token) return null
    const found = await findSession(sha256(token))
    if (!found) return null
    const { needsTouch, viewingId, ...user } = found
    if (needsTouch && !request.route.config.isBackground) await touchSession(db, user.sessionId)
    return viewingId ? viewedBy(user, await findViewing(db, viewingId)) : user
  }
}

/** The own account, once the customer is suspended or the viewer no admin. */
function viewedBy(staff: SessionUser, found: Awaited<ReturnType<typeof findViewing>>): SessionUser {
  if (!found || !canBeViewed(found) || !isAdmin(staff.role)) return staff
  const { viewing, ...user } = found
  const viewer = { id: staff.id, name: fullName(staff) }
  return {
    ...user,
    sessionId: staff.sessionId,
    isConfirmed: false,
    viewer,
    viewing: { ...viewing, staff: viewer.name },
  }
}

export const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent']?.slice(0, 400) ?? null

/** 'Chrome on Windows', from the user agent. */
export async function deviceName(userAgent: string | null) {
  if (!userAgent) return 'Unknown device'
  const { default: Bowser } = await import('bowser')
  const { browser, os } = Bowser.parse(userAgent)
  const known = [browser.name, os.name].filter(Boolean)
  return known.length > 0 ? known.join(' on ') : 'Unknown device'
}

export const sessionHours = ({ sessions }: Pick<Config, 'sessions'>, role: Role) =>
  isStaff(role) ? sessions.staffHours : sessions.customerHours

type Holder = {
  userId: string
  hours: number
  ip: string | null
  userAgent: string | null
  /** Of the session that it replaces. */
  confirmedAt?: string | null
  createdAt?: string | null
  expiresAt?: string | null
  isSso?: boolean | undefined
}

export async function openSession(
  tx: Database,
  { confirmedAt = null, createdAt = null, expiresAt = null, isSso = false, ...holder }: Holder,
) {
  const token = newToken()
  await insertSession(tx, { ...holder, confirmedAt, createdAt, expiresAt, isSso, tokenHash: sha256(token) })
  return token
}
