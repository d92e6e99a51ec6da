import type { Database } from '#server/database/database.ts'
import { aboutUser } from '#server/domain/users.ts'
import { forgetOtherBrowsers } from '#server/identity/session/guessing/known-browsers.ts'
import { deviceName } from '#server/identity/session/sessions.ts'
import { lockSignedIn } from '#server/identity/session/verified.ts'
import type { Visit } from '#server/identity/session/visits.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { withdrawEmailChange } from './email-change.ts'
import { deleteOtherSessions, deleteOwnSession, findLiveSessions } from './queries.ts'

export async function listSessions({ db, config }: Platform, user: SessionUser) {
  const live = await findLiveSessions(db, user.id, config.sessions)
  return Promise.all(
    live.map(async ({ userAgent, ...session }) => ({
      ...session,
      device: await deviceName(userAgent),
      isCurrent: session.id === user.sessionId,
    })),
  )
}

export const endSession = ({ db }: Platform, actor: Actor, user: SessionUser, id: string) =>
  db.transaction(async (tx) => {
    if (!(await deleteOwnSession(tx, user.id, id))) throw notFound('Session')
    await audit(tx, actor, { action: 'session.revoked', ...aboutUser(user) })
  })

type Caller = Pick<Visit, 'actor' | 'browser'>

export const endOtherSessions = ({ db }: Platform, caller: Caller, user: SessionUser) =>
  db.transaction(async (tx) => {
    await lockSignedIn(tx, user)
    return endOthers(tx, caller, user)
  })

/**
 * Of a locked user. A stolen browser may know the password: forgets the others, too, and withdraws a change of the address. Returns the new
 * token of this one.
 */
export async function endOthers(tx: Database, { actor, browser }: Caller, user: SessionUser) {
  const ended = await deleteOtherSessions(tx, user.id, user.sessionId)
  await withdrawEmailChange(tx, actor, user)
  if (ended.length > 0)
    await audit(tx, actor, {
      action: 'user.other-sessions-revoked',
      ...aboutUser(user),
      changes: { sessions: [ended.length + 1, 1] },
    })
  return forgetOtherBrowsers(tx, user.id, browser)
}
