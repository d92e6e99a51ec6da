import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, now } from '#server/database/columns.ts'
import { objects } from './objects.ts'

/** A build of the desktop application. Its file may arrive after it. */
export const versions = pgTable(
  'versions',
  {
    id: id(),
    version: text().notNull(),
    platform: text().notNull().default('Windows'),
    fileName: text().notNull(),
    objectId: uuid().references(() => objects.id),
    isActive: boolean().notNull().default(true),
    isLatest: boolean().notNull().default(false),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique().on(table.platform, table.version),
    uniqueIndex('versions_one_latest')
      .on(table.isLatest)
      .where(sql`${table.isLatest}`),
    index().on(table.objectId),
    index().on(table.createdAt),
    check('latest_is_active', sql`${table.isActive} or not ${table.isLatest}`),
  ],
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
