import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { Channel } from '#contract/releases/channels.ts'
import type { Architecture } from '#contract/releases/downloads.ts'
import type { FileFacts } from '#contract/releases/file-facts.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { objects } from './objects.ts'

export const releaseChannel = pgEnum('release_channel', Channel.def.entries)

/** A version of the application. Its file may arrive later. */
export const versions = pgTable(
  'versions',
  {
    id: id(),
    version: text().notNull(),
    /** Ends with ' arm64' if its architecture is arm64, so that the previous release keeps both versions apart (server/releases/architectures). */
    platform: text().notNull().default('Windows'),
    architecture: text().$type<Architecture>().notNull().default('any'),
    fileName: text().notNull(),
    objectId: uuid().references(() => objects.id),
    /** Published. `publishedAt` and `publishAt` distinguish the others: withdrawn, scheduled or draft. */
    isActive: boolean().notNull().default(true),
    isLatest: boolean().notNull().default(false),
    /** The latest for arm64. The previous release, which knows one latest, must not offer it to other devices. */
    isLatestArm64: boolean('is_latest_arm64').notNull().default(false),
    /** Read from the file (server/releases/binaries). */
    fileFacts: jsonb().$type<FileFacts>(),
    channel: releaseChannel().notNull().default('stable'),
    /** Percentage of devices that are offered it as an update. */
    rolloutPercent: integer().notNull().default(100),
    /** Older applications must update. */
    minimumVersion: text(),
    /** Ed25519 signature of the file by the publisher's key in base64, for NetSparkle. */
    signature: text(),
    /** Of a scheduled version; null otherwise. */
    publishAt: instant(),
    publishesAsLatest: boolean().notNull().default(false),
    /** Null for drafts and scheduled versions. The previous release publishes each version on upload, hence the default. */
    publishedAt: instant().default(sql`now()`),
    withdrawnReason: text(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique().on(table.platform, table.version),
    uniqueIndex('versions_one_latest')
      .on(table.isLatest)
      .where(sql`${table.isLatest}`),
    uniqueIndex('versions_one_latest_arm64')
      .on(table.isLatestArm64)
      .where(sql`${table.isLatestArm64}`),
    index().on(table.objectId),
    index().on(table.createdAt),
    check('latest_is_active', sql`${table.isActive} or not ${table.isLatest}`),
    check('latest_is_stable', sql`${table.channel} = 'stable' or not ${table.isLatest}`),
    check('rollout_is_percent', sql`${table.rolloutPercent} between 0 and 100`),
  ],
)

/** The package of a version for Velopack, beside its file. */
export const releasePackages = pgTable(
  'release_packages',
  {
    versionId: uuid()
      .primaryKey()
      .references(() => versions.id, { onDelete: 'cascade' }),
    objectId: uuid()
      .notNull()
      .references(() => objects.id),
    packageId: text().notNull(),
    fileName: text().notNull(),
    sha1: text().notNull(),
    createdAt: now(),
  },
  (table) => [index().on(table.objectId), index().on(table.fileName)],
)

const lines = () => jsonb().$type<string[]>().notNull().default([])

export const releaseNotes = pgTable('release_notes', {
  id: id(),
  versionId: uuid()
    .notNull()
    .unique()
    .references(() => versions.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  description: text().notNull().default(''),
  newFeatures: lines(),
  improvements: lines(),
  bugFixes: lines(),
  createdAt: now(),
  updatedAt: now(),
})
