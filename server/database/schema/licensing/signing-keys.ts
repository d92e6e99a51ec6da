import { sql } from 'drizzle-orm'
import { pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { SigningKeyStatus } from '#contract/licensing/license-files.ts'
import { instant, now } from '#server/database/columns.ts'

export const signingKeyStatus = pgEnum('signing_key_status', SigningKeyStatus.def.entries)

/** What license files are signed with. Two live ones: applications trust the next one before anything is signed with it. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    kid: text().primaryKey(),
    status: signingKeyStatus().notNull(),
    /** 32 bytes in base64. */
    publicKey: text().notNull(),
    /** PKCS #8 in base64; gone once the key is retired. */
    privateKey: text(),
    createdAt: now(),
    /** A retired key: when the last file signed with it has ended. */
    notAfter: instant(),
  },
  (table) => [
    uniqueIndex('signing_keys_one_of_each')
      .on(table.status)
      .where(sql`${table.status} <> 'retired'`),
  ],
)
