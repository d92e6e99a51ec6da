import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { NotificationKind, NotificationSetting, ProfileChange } from '#contract/identity/account.ts'
import { first, type Database } from '#server/database/database.ts'
import { backupCodes } from '#server/database/schema/identity/mfa.ts'
import { notificationSettings, sessions, userTokens, users } from '#server/database/schema/identity/users.ts'
import { isLiveSession } from '#server/identity/session/queries.ts'
import type { Config } from '#server/platform/config.ts'

export const findNotificationSetting = (db: Database, userId: string, kind: NotificationKind) =>
  db
    .select({ isEnabled: notificationSettings.isEnabled })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, kind)))
    .then(first)

export const findNotificationSettings = (db: Database, userId: string) =>
  db
    .select({ kind: notificationSettings.kind, isEnabled: notificationSettings.isEnabled })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))

export const saveNotificationSetting = (db: Database, userId: string, { kind, isEnabled }: NotificationSetting) =>
  db
    .insert(notificationSettings)
    .values({ userId, kind, isEnabled })
    .onConflictDoUpdate({ target: [notificationSettings.userId, notificationSettings.kind], set: { isEnabled } })

export const findPendingEmail = (db: Database, userId: string) =>
  db
    .select({ email: userTokens.email })
    .from(userTokens)
    .where(
      and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'email-change'), gt(userTokens.expiresAt, sql`now()`)),
    )
    .then(first)

export const countBackupCodes = (db: Database, userId: string) =>
  db.$count(backupCodes, and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)))

export const saveProfile = (db: Database, userId: string, profile: ProfileChange) =>
  db
    .update(users)
    .set({ ...profile, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

export const setMfaEnabled = (db: Database, userId: string, isEnabled: boolean) =>
  db
    .update(users)
    .set({ mfaEnabledAt: isEnabled ? sql`now()` : null, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

export const findLiveSessions = (db: Database, userId: string, limits: Config['sessions']) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLiveSession(limits)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_SESSIONS)

const MOST_SESSIONS = 200

export const deleteOwnSession = (db: Database, userId: string, id: string) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
    .then(first)

export const deleteOtherSessions = (db: Database, userId: string, id: string) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, id)))
    .returning({ id: sessions.id })
