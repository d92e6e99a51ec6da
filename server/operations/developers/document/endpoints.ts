import { invoiceDrafts } from '#contract/billing/invoice-drafts.ts'
import { invoices } from '#contract/billing/invoices.ts'
import { paymentProofs } from '#contract/billing/payment-proofs.ts'
import { payments } from '#contract/billing/payments.ts'
import { receivables } from '#contract/billing/receivables.ts'
import { reminders } from '#contract/billing/reminders.ts'
import { statements } from '#contract/billing/statements.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { trials } from '#contract/billing/trials.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { account } from '#contract/identity/account.ts'
import { apiTokens } from '#contract/identity/api-tokens.ts'
import { blockedDomains } from '#contract/identity/blocked-domains.ts'
import { mfa } from '#contract/identity/mfa.ts'
import { passkeys } from '#contract/identity/passkeys.ts'
import { session } from '#contract/identity/session.ts'
import { sso } from '#contract/identity/sso.ts'
import { stepUp } from '#contract/identity/step-up.ts'
import { team } from '#contract/identity/team.ts'
import { personalData } from '#contract/identity/personal-data.ts'
import { users } from '#contract/identity/users.ts'
import { viewings } from '#contract/identity/viewings.ts'
import { assignments } from '#contract/licensing/assignments.ts'
import { creation } from '#contract/licensing/creation.ts'
import { devices } from '#contract/licensing/devices.ts'
import { diagnosis } from '#contract/licensing/diagnosis.ts'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { tags } from '#contract/licensing/tags.ts'
import { audit } from '#contract/operations/audit.ts'
import { config } from '#contract/operations/config.ts'
import { customerNotes } from '#contract/operations/customer-notes.ts'
import { customers } from '#contract/operations/customers.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { jobs } from '#contract/operations/jobs.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { outbox } from '#contract/operations/outbox.ts'
import { overview } from '#contract/operations/overview.ts'
import { search } from '#contract/operations/search.ts'
import { signUps } from '#contract/operations/sign-ups.ts'
import { timeline } from '#contract/operations/timeline.ts'
import { webhooks } from '#contract/operations/webhooks.ts'
import { downloads } from '#contract/releases/downloads.ts'
import { files } from '#contract/releases/files.ts'
import { packages } from '#contract/releases/packages.ts'
import { publications } from '#contract/releases/publications.ts'
import { updates } from '#contract/releases/updates.ts'
import { uploads } from '#contract/releases/uploads.ts'
import { attachments } from '#contract/support/attachments.ts'
import { cannedReplies } from '#contract/support/canned-replies.ts'
import { categories } from '#contract/support/categories.ts'
import { documents } from '#contract/support/documents.ts'
import { inbox } from '#contract/support/inbox.ts'
import { messages } from '#contract/support/messages.ts'
import { businessHours } from '#contract/support/business-hours.ts'
import { supportDesk } from '#contract/support/support-desk.ts'
import { teamwork } from '#contract/support/teamwork.ts'
import { tickets } from '#contract/support/tickets.ts'

const nouns = {
  account,
  apiTokens,
  attachments,
  audit,
  blockedDomains,
  cannedReplies,
  categories,
  config,
  creation,
  customerNotes,
  customers,
  dashboard,
  devices,
  diagnosis,
  documents,
  downloads,
  enrollmentKeys,
  files,
  inbox,
  invoiceDrafts,
  invoices,
  jobs,
  licenseFiles,
  licenseRequests,
  licenses,
  assignments,
  tags,
  messages,
  mfa,
  organizations,
  outbox,
  overview,
  paymentProofs,
  passkeys,
  payments,
  personalData,
  packages,
  publications,
  receivables,
  reminders,
  search,
  session,
  signUps,
  statements,
  statusPreviews,
  sso,
  stepUp,
  subscriptions,
  businessHours,
  supportDesk,
  team,
  teamwork,
  tickets,
  timeline,
  trials,
  updates,
  uploads,
  users,
  viewings,
  webhooks,
}

/** Every endpoint there is, by the name that tests and the reference use: 'licenses.create'. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(nouns).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([call, endpoint]): [string, Endpoint] => [`${noun}.${call}`, endpoint]),
)
