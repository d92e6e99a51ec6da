import { requestedText } from '#contract/licensing/license-requests.ts'
import { formatRand } from '#contract/money.ts'
import type { AlertKind, DashboardAlert, Severity } from '#contract/operations/dashboard.ts'
import { countWords, FAILURE_ALERT_DAYS } from '#contract/operations/jobs.ts'
import { countOf } from '#contract/quantities.ts'
import { isAdmin, type Role } from '#contract/roles.ts'
import { inWords } from '#contract/text.ts'
import { toIso } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import { findFactsOfConcern, findProfiles, type Fact, type Profile } from './alert-queries.ts'

type Words = {
  severity: Severity
  title: string
  message: (fact: Fact) => string
  /** The screen that solves it, as in web/app/links.ts. */
  link?: (fact: Fact) => string
}

const organization = ({ organizationId }: Fact) => `/admin/organizations?view=${organizationId}`

const words: Record<AlertKind, Words> = {
  pendingAccount: {
    severity: 'info',
    title: 'Account awaits approval',
    message: ({ name, detail }) => `${name}${detail ? ` of ${detail}` : ''} has registered.`,
    link: () => '/admin/users?status=pending',
  },
  licenseRequest: {
    severity: 'info',
    title: 'License request',
    message: ({ name, detail, count }) => `${name} asks for ${requestedText(count)}: ${detail ?? ''}`,
    link: ({ id }) => `/admin/overview?request=${id}`,
  },
  overdueInvoices: {
    severity: 'critical',
    title: 'Invoices overdue',
    message: ({ name, detail, count }) => `${name} owes ${formatRand(Number(detail))} on ${countOf(count, 'invoice')}.`,
    link: ({ organizationId }) => `/admin/billing?organizationId=${organizationId}`,
  },
  paymentProof: {
    severity: 'info',
    title: 'Proof of payment',
    message: ({ name, detail }) => `${name} sent a proof of payment for ${detail ?? 'an invoice'}.`,
    link: ({ id }) => `/admin/billing?invoice=${id}`,
  },
  pastDueSubscription: {
    severity: 'critical',
    title: 'Subscription past due',
    message: ({ name, count }) => `${name} has not renewed its subscription of ${countOf(count, 'license')}.`,
    link: organization,
  },
  endingSubscription: {
    severity: 'warning',
    title: 'Subscription ends soon',
    message: ({ name, count }) => `${name} has canceled. Its subscription ends in ${countOf(count, 'day')}.`,
    link: organization,
  },
  endingTrial: {
    severity: 'warning',
    title: 'Trial ends soon',
    message: ({ name, count }) => `The trial of ${name} ends in ${countOf(count, 'day')}.`,
    link: organization,
  },
  quotaFull: {
    severity: 'info',
    title: 'All licenses in use',
    message: ({ name, count }) =>
      `${name} has created ${count === 1 ? 'its only license' : `all of its ${count} licenses`}.`,
    link: organization,
  },
  silentDevices: {
    severity: 'warning',
    title: 'Devices are silent',
    message: ({ name, count }) => `${countOf(count, 'device')} of ${name} did not check in for 30 days.`,
    link: () => '/licenses?silent=30',
  },
  urgentTicket: {
    severity: 'critical',
    title: 'Urgent ticket unanswered',
    message: ({ name, detail }) => `${name}: ${detail ?? ''}`,
    link: ({ id }) => `/support?ticket=${id}`,
  },
  failedJobs: {
    severity: 'warning',
    title: 'Background jobs failed',
    message: ({ name, count }) =>
      `${inWords(name)} failed ${count === 1 ? 'once' : `${countWords(count)} times`} for good in the last ${FAILURE_ALERT_DAYS} days.`,
    link: () => '/admin/overview?jobs=1',
  },
  webhookOff: {
    severity: 'warning',
    title: 'Webhook turned off',
    message: ({ name }) => `The webhook “${name}” no longer accepts events.`,
    link: ({ id }) => `/account?webhook=${id}`,
  },
}

/** Lists current alerts, newest first. Alerts are not stored: one disappears with its cause. Staff who ask at the same time share a reading. */
export function createAlerts(db: Database) {
  const readFacts = shareReading(() => Promise.all([findFactsOfConcern(db), findProfiles(db)]))
  return async (reader: Role): Promise<DashboardAlert[]> => {
    const [facts, found] = await readFacts()
    const profiles = new Map(found.map(({ id, ...profile }) => [id, profile]))
    return facts.map((fact) => present(reader, fact, profiles))
  }
}

function present(reader: Role, fact: Fact, profiles: Profiles): DashboardAlert {
  const { severity, title, message } = words[fact.kind]
  return {
    id: `${fact.kind}:${fact.id}`,
    title,
    message: message(fact),
    severity,
    about: about(fact, profiles),
    createdAt: toIso(fact.since),
    ...linkFor(reader, fact),
  }
}

type Profiles = ReadonlyMap<string, Omit<Profile, 'id'>>

const about = ({ kind, id, ...fact }: Fact, profiles: Profiles) => ({
  kind,
  id,
  organization: organizationOf(kind, fact, profiles),
})

const NO_PROFILE = { owner: null, snooze: null }

/** An alert about an account is named after its person. */
function organizationOf(
  kind: AlertKind,
  { organizationId, name, detail }: Omit<Fact, 'kind' | 'id'>,
  profiles: Profiles,
) {
  if (organizationId === null) return null
  const shown = kind === 'pendingAccount' ? (detail ?? name) : name
  return { id: organizationId, name: shown, ...(profiles.get(organizationId) ?? NO_PROFILE) }
}

/** Agents have no access to these screens. */
const ADMINS_ONLY = /^\/(admin\/|licenses|account)/

function linkFor(reader: Role, fact: Fact) {
  const link = words[fact.kind].link?.(fact)
  return link !== undefined && (isAdmin(reader) || !ADMINS_ONLY.test(link)) ? { link } : {}
}
