import { earliest, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import type { Attachment, emails } from '#server/database/schema/emails.ts'
import type { ExampleData } from '#server/domain/example-data.ts'
import type { Email } from '#server/platform/mail/email.ts'

/** An email with its time. `once`: the key that keeps the portal from sending it again. */
export type SentEmail = { at: string; email: Email; once?: string; attachment?: Attachment | undefined }

export type EmailSources = {
  config: ExampleData['config']
  accounts: Account[]
  customers: Customer[]
  calendar: Calendar
}

type Reader = { id: string; email: string; firstName: string | null }
type EmailDraft = {
  at: string
  once: string
  compose: (to: { config: ExampleData['config']; to: Reader }) => Email
  attachment?: Attachment
}

/** Writes to each administrator, or to the contact address if there is none. */
export function toAdmins(
  { config, accounts, customers }: EmailSources,
  organizationId: string,
  draft: EmailDraft,
): SentEmail[] {
  const { at, once, compose, attachment } = draft
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

export const emailRows = (sent: SentEmail[], random: Random, { now }: Calendar): Row[] =>
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
