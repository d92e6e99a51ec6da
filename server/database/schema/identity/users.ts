import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  boolean,
  primaryKey,
} from 'drizzle-orm/pg-core'
import { NotificationKind } from '#contract/identity/account.ts'
import { UserStatus } from '#contract/identity/session.ts'
import { Role } from '#contract/roles.ts'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { organizations } from './organizations.ts'

export const userRole = pgEnum('user_role', Role.def.entries)
export const userStatus = pgEnum('user_status', UserStatus.def.entries)

export const users = pgTable(
  'users',
  {
    id: id(),
    organizationId: uuid().references(() => organizations.id),
    role: userRole().notNull(),
    status: userStatus().notNull().default('pending'),
    email: text().notNull(),
    username: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** argon2id with its parameters. */
    passwordHash: text().notNull(),
    emailVerifiedAt: instant(),
    mfaEnabledAt: instant(),
    /** The row keeps only what others refer to. */
    erasedAt: instant(),
    /** Increases when sessions end, so that sign-ins in progress notice. */
    accessVersion: integer().notNull().default(0),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    index().on(table.organizationId, table.createdAt),
    index().on(table.createdAt),
    index('users_staff')
      .on(table.role)
      .where(sql`${table.role} in ('admin', 'agent')`),
    check(
      'customers_have_an_organization',
      sql`${table.role} in ('admin', 'agent') or ${table.organizationId} is not null`,
    ),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: digest().notNull().unique(),
    createdAt: now(),
    lastUsedAt: now(),
    /** Last step-up by password or code. */
    confirmedAt: now(),
    /** Absolute end; inactivity ends it earlier. */
    expiresAt: instant().notNull(),
    ip: text(),
    userAgent: text(),
    /** Opened by single sign-on. */
    isSso: boolean().notNull().default(false),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Browsers of earlier sign-ins, recognized by a cookie. They give no access, but other people's wrong passwords do not count for them. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: digest().notNull(),
    createdAt: now(),
    lastUsedAt: now(),
  },
  (table) => [
    uniqueIndex().on(table.userId, table.tokenHash),
    index().on(table.tokenHash),
    index().on(table.lastUsedAt),
  ],
)

export const tokenPurpose = pgEnum('token_purpose', ['password-reset', 'email-verification', 'email-change'])

/** Single-use emailed links; one live link per user and purpose. */
export const userTokens = pgTable(
  'user_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: tokenPurpose().notNull(),
    tokenHash: digest().notNull().unique(),
    /** New address of an 'email-change'. */
    email: text(),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [uniqueIndex().on(table.userId, table.purpose)],
)

/** Used links that confirmed an address. Opened again, also by a mail scanner, they confirm it again. */
export const confirmedLinks = pgTable(
  'confirmed_links',
  {
    tokenHash: digest().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.userId)],
)

export const notificationKind = pgEnum('notification_kind', NotificationKind.def.entries)

/** Email preferences. Without a row, the kind is on. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: notificationKind().notNull(),
    isEnabled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)
