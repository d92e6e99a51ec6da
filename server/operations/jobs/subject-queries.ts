import { sql, type SQL } from 'drizzle-orm'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { emails } from '#server/database/schema/emails.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { ticketNumber } from '#server/support/public.ts'

const told = (field: string) => sql`(failed.data ->> ${sql.raw(`'${field}'`)})`

/** Never more of a mail: a body may hold a link that signs in. */
const envelope = sql`select ${emails.to} || ': ' || ${emails.subject} from ${emails} where ${emails.id} = ${told('emailId')}::uuid`

/** What a job of that name was about, as people know it. */
const subjects: Record<string, SQL> = {
  'send-mail': envelope,
  'send-sealed-mail': envelope,
  'mail-password-reset': sql`select ${told('email')}`,
  'mail-ticket': sql`select ${ticketNumber} from ${tickets} where ${tickets.id} = ${told('ticketId')}::uuid`,
  'bill-subscription': sql`select ${organizations.name} from ${subscriptions} join ${organizations} on ${organizations.id} = ${subscriptions.organizationId} where ${subscriptions.id} = ${told('subscriptionId')}::uuid`,
}

export const subject = sql`case failed.name ${sql.join(
  Object.entries(subjects).map(([name, find]) => sql`when ${sql.raw(`'${name}'`)} then (${find})`),
  sql` `,
)} end`
