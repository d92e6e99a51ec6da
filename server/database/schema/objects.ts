import { bigint, index, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { UploadPurpose } from '#contract/releases/uploads.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { users } from './identity/users.ts'

export const uploadPurpose = pgEnum('upload_purpose', UploadPurpose.def.entries)

/** A file that was asked for. It exists once `uploadedAt` is set and is kept once `claimedAt` is. */
export const objects = pgTable(
  'objects',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    purpose: uploadPurpose().notNull(),
    /** Where it is stored; made by the server. */
    key: text().notNull().unique(),
    /** What the person called it. */
    fileName: text(),
    /** Bytes. Until the file has arrived: what is reserved for it. */
    size: bigint({ mode: 'number' }),
    sha256: text(),
    /** In base64; of application files, for updaters that ask for it. */
    sha512: text(),
    createdAt: now(),
    uploadedAt: instant(),
    /** Set when a record that owns the file is written; the rest is swept after a day. */
    claimedAt: instant(),
  },
  (table) => [index().on(table.userId, table.createdAt), index().on(table.claimedAt, table.createdAt)],
)
