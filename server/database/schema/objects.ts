import { bigint, index, pgEnum, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { UploadPurpose } from '#contract/releases/uploads.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { users } from './identity/users.ts'

export const uploadPurpose = pgEnum('upload_purpose', UploadPurpose.def.entries)

/** A file: requested, present once `uploadedAt` is set, kept once `claimedAt` is. */
export const objects = pgTable(
  'objects',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    purpose: uploadPurpose().notNull(),
    /** Storage key chosen by the server. */
    key: text().notNull().unique(),
    /** Name given by the user. */
    fileName: text(),
    /** Bytes; the reserved size until the file has arrived. */
    size: bigint({ mode: 'number' }),
    sha256: text(),
    /** In base64, for updaters. */
    sha512: text(),
    /** When it was requested, or released by its record. */
    createdAt: now(),
    uploadedAt: instant(),
    /** Set when a record owns the file. Others are deleted after a day. */
    claimedAt: instant(),
    /** The list of an installer's blocks, another file. It is released together with this one. */
    blockMapId: uuid('block_map_id').references((): AnyPgColumn => objects.id, { onDelete: 'set null' }),
  },
  (table) => [
    index().on(table.userId, table.createdAt),
    index().on(table.claimedAt, table.createdAt),
    index().on(table.blockMapId),
  ],
)
