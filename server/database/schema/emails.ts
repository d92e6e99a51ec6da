import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#server/database/columns.ts'

/** Printed when the email is sent, with the organization's rights. */
export type Attachment = { kind: 'invoice' | 'credit-note'; id: string; organizationId: string; fileName: string }

/** The outbox: queued in the transaction of the change, sent by a job. */
export const emails = pgTable(
  'emails',
  {
    id: id(),
    kind: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Encrypted if SEALING_SECRET is set. */
    text: text().notNull(),
    html: text().notNull(),
    /** Id of the secret. Null: not encrypted. */
    sealedWith: text(),
    /** Until when the body may contain a working link. Null: it contains none. */
    linkUntil: instant(),
    attachment: jsonb().$type<Attachment>(),
    /** The ticket that it is about. */
    thread: uuid(),
    /** Identifies message and recipient: a second email with the same key is not queued. */
    onceKey: text().unique(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: now(),
    sentAt: instant(),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    index().on(table.to, table.createdAt, table.id),
    index('emails_links')
      .on(table.linkUntil)
      .where(sql`${table.linkUntil} is not null`),
  ],
)
