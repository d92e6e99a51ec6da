import {
  concerns,
  NotificationKind,
  type Account,
  type NotificationSetting,
  type ProfileChange,
} from '#contract/identity/account.ts'
import type { User } from '#contract/identity/session.ts'
import { usernameProblem } from '#contract/names.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/statements/together.ts'
import { violates } from '#server/database/violations.ts'
import { aboutUser, lockUser } from '#server/domain/users.ts'
import { findPasskeys } from '#server/identity/passkeys/queries.ts'
import { usernameTaken } from '#server/identity/session/registration/registration.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  countBackupCodes,
  findNotificationSetting,
  findNotificationSettings,
  findPendingEmail,
  saveNotificationSetting,
  saveProfile,
} from './queries.ts'

/** Whether the user gets such emails, which are on by default. Ask before queueing. */
export async function wantsMail(tx: Database, userId: string, kind: NotificationKind) {
  const setting = await findNotificationSetting(tx, userId, kind)
  return setting?.isEnabled ?? true
}

export async function readAccount({ db }: Platform, user: User): Promise<Account> {
  const [pending, backupCodesLeft, passkeys, settings] = await together(db, () =>
    Promise.all([
      findPendingEmail(db, user.id),
      countBackupCodes(db, user.id),
      findPasskeys(db, user.id),
      findNotificationSettings(db, user.id),
    ]),
  )
  const chosen = new Map(settings.map(({ kind, isEnabled }) => [kind, isEnabled]))
  const notifications = NotificationKind.options
    .filter((kind) => concerns(kind, user.role))
    .map((kind) => ({ kind, isEnabled: chosen.get(kind) ?? true }))
  return { user, pendingEmail: pending?.email ?? null, backupCodesLeft, passkeys, notifications }
}

export async function changeProfile({ db }: Platform, actor: Actor, user: User, profile: ProfileChange): Promise<User> {
  if (profile.username !== undefined) refuseUsername(profile.username, user.username)
  return db.transaction(async (tx) => {
    const before = await lockUser(tx, user.id)
    const after = { ...before, ...profile }
    const changes = changedFields(before, profile)
    if (Object.keys(changes).length === 0) return after
    await saveProfile(tx, user.id, profile).catch((error: unknown) => {
      throw violates(error, 'users_username_unique') ? usernameTaken() : error
    })
    await audit(tx, actor, { action: 'user.updated', ...aboutUser(user), changes })
    return after
  })
}

function refuseUsername(username: string, current: string) {
  const problem = usernameProblem(username, current)
  if (problem) throw badRequest(problem, { username: problem })
}

export async function setNotification({ db }: Platform, actor: Actor, user: User, setting: NotificationSetting) {
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const before = await wantsMail(tx, user.id, setting.kind)
    if (before === setting.isEnabled) return
    await saveNotificationSetting(tx, user.id, setting)
    await audit(tx, actor, {
      action: 'user.notification-changed',
      ...aboutUser(user),
      changes: { [setting.kind]: [before, setting.isEnabled] },
    })
  })
  return setting
}
