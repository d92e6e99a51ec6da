import type { AlertKind, DashboardAlert } from '#contract/operations/dashboard.ts'

type About = NonNullable<DashboardAlert['about']>
export type Matter = DashboardAlert & { about: About }
export type Customer = { key: string; organization: About['organization']; matters: Matter[] }

/** Matters that an admin can settle, the heaviest first. */
const byWeight: AlertKind[] = [
  'pendingAccount',
  'licenseRequest',
  'paymentProof',
  'failedJobs',
  'webhookOff',
  'overdueInvoices',
  'pastDueSubscription',
  'urgentTicket',
  'endingSubscription',
  'endingTrial',
]

const weightOf = ({ about }: Matter) => byWeight.indexOf(about.kind)

const isMatter = (alert: DashboardAlert): alert is Matter =>
  alert.about !== undefined && byWeight.includes(alert.about.kind)

/** Of two with the same weight, the older one is first. */
const heaviestFirst = (one: Matter, other: Matter) =>
  weightOf(one) - weightOf(other) || one.createdAt.localeCompare(other.createdAt)

/** A matter from after the snooze ends it. */
export const isSnoozed = ({ organization, matters }: Customer) => {
  const at = organization?.snooze?.at
  return at !== undefined && matters.every(({ createdAt }) => createdAt <= at)
}

/** Each customer once, in the order of its heaviest matter. Matters of no customer stand alone. */
export function customersWithMatters(alerts: readonly DashboardAlert[]): Customer[] {
  const matters = alerts.filter(isMatter).toSorted(heaviestFirst)
  const groups = Map.groupBy(matters, ({ id, about }) => about.organization?.id ?? id)
  return [...groups].map(([key, own]) => ({ key, organization: own[0]?.about.organization ?? null, matters: own }))
}
