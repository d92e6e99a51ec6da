import { desc, eq } from 'drizzle-orm'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import { makeSecondFactor } from '#demo/rows/users.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { db, signIn, type Person } from '#server/testing/testing.ts'

/** Kinds of mail this address got, newest first. */
export const mailTo = (address: string) =>
  db.select().from(emails).where(eq(emails.to, address)).orderBy(desc(emails.createdAt), desc(emails.id))

/** The token of the newest confirmation emailed to the address. */
export const confirmationFor = (address: string) => tokenFor(address, /\/auth\?verify=([\w-]{43})/)

/** The token of the newest link to choose a password, of any kind of email or of this one. */
export const passwordLinkFor = (address: string, kind?: MailKind) =>
  tokenFor(address, /\/auth\?reset=([\w-]{43})/, kind)

async function tokenFor(address: string, link: RegExp, only?: MailKind) {
  const mails = (await mailTo(address)).filter(({ kind }) => !only || kind === only)
  return mails.map(({ text }) => link.exec(text)?.[1]).find(Boolean) ?? ''
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
