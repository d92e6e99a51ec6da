import { sql } from 'drizzle-orm'
import { pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { SigningKeyStatus } from '#contract/licensing/license-files.ts'
import { instant, now } from '#server/database/columns.ts'

export const signingKeyStatus = pgEnum('signing_key_status', SigningKeyStatus.def.entries)

/** Keys of license files. Two are live, so that applications trust the next one before it signs. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    kid: text().primaryKey(),
    status: signingKeyStatus().notNull(),
    /** 32 bytes in base64. */
    publicKey: text().notNull(),
    /** PKCS #8 in base64; deleted when the key is retired. */
    privateKey: text(),
    createdAt: now(),
    /** Of a retired key: when its last file expires. */
    notAfter: instant(),
  },
  (table) => [
    uniqueIndex('signing_keys_one_of_each')
      .on(table.status)
      .where(sql`${table.status} <> 'retired'`),
  ],
)
