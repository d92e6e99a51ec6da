import { eq } from 'drizzle-orm'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { db } from '#server/testing/testing.ts'

export const entriesAbout = (id: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

export const actionsAbout = async (id: string) => (await entriesAbout(id)).map(({ action }) => action)

/** Kinds of mail this address got. */
export const mailsTo = async (address: string) =>
  (await db.select().from(emails).where(eq(emails.to, address))).map(({ kind }) => kind)

/** Texts of mail this address got. */
export const textsTo = async (address: string) =>
  (await db.select().from(emails).where(eq(emails.to, address))).map(({ text }) => text).join()

export const stored = (id: string) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, id))
    .then(([user]) => user)
