import { NOT_SIGNED_IN } from '#contract/errors.ts'
import type { CurrentUser, User } from '#contract/identity/session.ts'
import { ALREADY_VIEWING, canBeViewed, CANNOT_BE_VIEWED, VIEWING_MINUTES } from '#contract/identity/viewings.ts'
import type { Database } from '#server/database/database.ts'
import { aboutUser } from '#server/domain/users.ts'
import { findAccountById, lockAccount } from '#server/identity/session/queries.ts'
import { lockSignedIn } from '#server/identity/session/verified.ts'
import { systemActor, type Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflict, notFound, unauthorized } from '#server/platform/http/errors.ts'
import {
  deleteEndedViewings,
  deleteViewing,
  deleteViewingOf,
  deleteViewingsOfCustomer,
  insertViewing,
  type EndedViewing,
} from './queries.ts'

type ViewingRequest = { userId: string; reason: string }

/** Turns the session of an admin into the view of a customer. */
export const startViewing = (db: Database, actor: Actor, staff: SessionUser, { userId, reason }: ViewingRequest) =>
  db.transaction(async (tx): Promise<CurrentUser> => {
    await lockSignedIn(tx, staff)
    const customer = await lockAccount(tx, userId)
    if (!customer) throw notFound('User')
    if (!canBeViewed(customer)) throw conflict(CANNOT_BE_VIEWED)
    await endOverdue(tx)
    const viewing = await insertViewing(tx, {
      sessionId: staff.sessionId,
      staffId: staff.id,
      userId,
      reason,
      minutes: VIEWING_MINUTES,
    })
    if (!viewing) throw conflict(ALREADY_VIEWING)
    await audit(tx, actor, {
      action: 'viewing.started',
      ...aboutUser(customer),
      changes: { reason: [null, reason] },
    })
    return { ...customer, viewing: { ...viewing, staff: actor.name ?? '' } }
  })

/** Returns the session to its own user. Nothing happens if it has returned already. */
export const stopViewing = (db: Database, actor: Actor, { id, viewer, sessionId }: SessionUser) =>
  db.transaction(async (tx): Promise<User> => {
    const ended = await deleteViewing(tx, sessionId)
    if (ended) await auditEnd(tx, ended, actor)
    const staff = await findAccountById(tx, viewer?.id ?? id)
    if (!staff) throw unauthorized(NOT_SIGNED_IN)
    return staff
  })

/** Ends the view of a session that ends. */
export async function endViewing(tx: Database, tokenHash: Buffer) {
  const ended = await deleteViewingOf(tx, tokenHash)
  if (ended) await auditEnd(tx, ended)
}

/** Ends the views of a customer who loses their access. */
export async function endViewingsOf(tx: Database, userId: string) {
  for (const ended of await deleteViewingsOfCustomer(tx, userId)) await auditEnd(tx, ended)
}

/** Audits the end of views whose time or session is over. */
export async function endOverdue(tx: Database) {
  for (const ended of await deleteEndedViewings(tx)) await auditEnd(tx, ended)
}

/** As the act of the viewer, who may be gone by then. */
const auditEnd = (tx: Database, { organizationId, userId, staffId, staff }: EndedViewing, actor = systemActor) =>
  audit(
    tx,
    { ...actor, kind: 'user', id: staffId, name: staff },
    { action: 'viewing.ended', organizationId, subject: { kind: 'user', id: userId } },
  )
