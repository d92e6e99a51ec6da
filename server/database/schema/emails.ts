import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#server/database/columns.ts'

/** A document that is printed when the email is sent. It is looked for with the organization's rights, not with everybody's. */
export type Attachment = { kind: 'invoice' | 'credit-note'; id: string; organizationId: string; fileName: string }

/** The outbox: written in the transaction that has something to say, sent by a job. */
export const emails = pgTable(
  'emails',
  {
    id: id(),
    kind: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    /** The body is sealed, if the operator has set a secret for that. */
    text: text().notNull(),
    html: text().notNull(),
    /** Names the secret. Null: not sealed. */
    sealedWith: text(),
    /** Until when the body may hold a link that works. Null: it holds none, or not any more. */
    linkUntil: instant(),
    attachment: jsonb().$type<Attachment>(),
    /** What it tells, to whom: a second email with the same key is not written. */
    onceKey: text().unique(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: now(),
    sentAt: instant(),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    index('emails_links')
      .on(table.linkUntil)
      .where(sql`${table.linkUntil} is not null`),
  ],
)
