import { earliest, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import type { Attachment, emails } from '#server/database/schema/emails.ts'
import type { World } from '#server/domain/example-world.ts'
import type { Email } from '#server/platform/mail/email.ts'

/** An email, when it was written, and the key by which the portal would not write it again. */
export type SentEmail = { at: string; email: Email; once?: string; attachment?: Attachment | undefined }

export type EmailSources = { config: World['config']; accounts: Account[]; customers: Customer[]; calendar: Calendar }

type Reader = { id: string; email: string; firstName: string | null }
type Writing = {
  at: string
  once: string
  compose: (to: { config: World['config']; to: Reader }) => Email
  attachment?: Attachment
}

/** To each administrator of a customer, as the portal does it. */
export function toAdmins(
  { config, accounts, customers }: EmailSources,
  organizationId: string,
  writing: Writing,
): SentEmail[] {
  const { at, once, compose, attachment } = writing
  const admins = accounts.filter(
    (account) =>
      account.organizationId === organizationId && account.role === 'org_admin' && account.status === 'active',
  )
  const office = customers
    .filter(({ id }) => id === organizationId)
    .map(({ id, organization }) => ({ id, email: organization.contactEmail, firstName: null }))
  const readers: Reader[] = admins.length > 0 ? admins : office
  return readers.map((to) => ({ at, email: compose({ config, to }), once: `${once} ${to.id}`, attachment }))
}

type Row = typeof emails.$inferInsert

const SECONDS_TO_SEND = 4

/** Sent long ago: no job takes them up. */
export const mailRows = (sent: SentEmail[], random: Random, { now }: Calendar): Row[] =>
  sent
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at, email, once, attachment }) => ({
      ...email,
      attachment,
      id: random.uuid(),
      onceKey: once,
      attempts: 1,
      createdAt: at,
      sentAt: earliest(new Date(Date.parse(at) + SECONDS_TO_SEND * 1000).toISOString(), now),
    }))
