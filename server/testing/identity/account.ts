import { desc, eq } from 'drizzle-orm'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

/** Kinds of mail this address got, newest first. */
export const mailTo = (address: string) =>
  db.select().from(emails).where(eq(emails.to, address)).orderBy(desc(emails.createdAt), desc(emails.id))

/** The token of the newest confirmation emailed to the address. */
export async function confirmationFor(address: string) {
  const mails = await mailTo(address)
  return mails.map(({ text }) => /\/auth\?verify=([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? ''
}

export const newAddress = () => `${crypto.randomUUID().slice(0, 13)}@new.example`

/** The audit log of this person, oldest first. */
export async function actionsOf({ user }: Person) {
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, user.id)).orderBy(auditLog.id)
  return entries.map(({ action }) => action)
}

/** A signed-in user with two-factor authentication. */
export async function protectedPerson() {
  const person = await signIn()
  return { ...person, secret: await makeSecondFactor(db, person.user.id) }
}
