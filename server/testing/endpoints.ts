import { account } from '#contract/account.ts'
import { attachments } from '#contract/attachments.ts'
import { audit } from '#contract/audit.ts'
import { billing } from '#contract/billing.ts'
import { cannedReplies } from '#contract/canned-replies.ts'
import { config } from '#contract/config.ts'
import { dashboard } from '#contract/dashboard.ts'
import { devices } from '#contract/devices.ts'
import { diagnosis } from '#contract/diagnosis.ts'
import { documents } from '#contract/documents.ts'
import { downloads } from '#contract/downloads.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { enrollmentKeys } from '#contract/enrollment-keys.ts'
import { files } from '#contract/files.ts'
import { invoices } from '#contract/invoices.ts'
import { jobs } from '#contract/jobs.ts'
import { licenseBatches } from '#contract/license-batches.ts'
import { licenseFiles } from '#contract/license-files.ts'
import { licenseRequests } from '#contract/license-requests.ts'
import { licenses } from '#contract/licenses.ts'
import { mfa } from '#contract/mfa.ts'
import { organizations } from '#contract/organizations.ts'
import { outbox } from '#contract/outbox.ts'
import { overview } from '#contract/overview.ts'
import { payments } from '#contract/payments.ts'
import { reminders } from '#contract/reminders.ts'
import { search } from '#contract/search.ts'
import { session } from '#contract/session.ts'
import { statements } from '#contract/statements.ts'
import { stepUp } from '#contract/step-up.ts'
import { supportDesk } from '#contract/support-desk.ts'
import { team } from '#contract/team.ts'
import { ticketCategories } from '#contract/ticket-categories.ts'
import { ticketMessages } from '#contract/ticket-messages.ts'
import { tickets } from '#contract/tickets.ts'
import { updates } from '#contract/updates.ts'
import { uploads } from '#contract/uploads.ts'
import { users } from '#contract/users.ts'

const nouns = {
  account,
  attachments,
  audit,
  billing,
  cannedReplies,
  config,
  dashboard,
  devices,
  diagnosis,
  documents,
  downloads,
  enrollmentKeys,
  files,
  invoices,
  jobs,
  licenseBatches,
  licenseFiles,
  licenseRequests,
  licenses,
  mfa,
  organizations,
  outbox,
  overview,
  payments,
  reminders,
  search,
  session,
  statements,
  stepUp,
  supportDesk,
  team,
  ticketCategories,
  ticketMessages,
  tickets,
  updates,
  uploads,
  users,
}

/** Every endpoint there is, by the name a test shows: 'licenses.create'. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(nouns).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([call, endpoint]): [string, Endpoint] => [`${noun}.${call}`, endpoint]),
)
