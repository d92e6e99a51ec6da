import * as z from 'zod/mini'
import { Invoice } from '#contract/billing/invoices.ts'
import { Subscription } from '#contract/billing/subscriptions.ts'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { LicenseNews } from '#contract/licensing/history.ts'
import { LicenseRequest } from '#contract/licensing/license-requests.ts'
import { License } from '#contract/licensing/licenses.ts'
import { LicenseUsage } from '#contract/licensing/usage.ts'
import { Ticket } from '#contract/support/tickets.ts'
import { Day, Instant } from '#contract/text.ts'

export const OrganizationStats = z.object({
  /** Given to a device, whether or not it runs already. */
  assignedLicenses: z.int32(),
  createdLicenses: z.int32(),
  /** The limit of the live subscription, 0 without one. */
  paidLicenses: z.int32(),
  /** Of the tickets the reader may see. */
  openTickets: z.int32(),
})
export type OrganizationStats = z.infer<typeof OrganizationStats>

export const StaffStats = z.object({
  /** Approved and not suspended. */
  totalOrganizations: z.int32(),
  totalActiveLicenses: z.int32(),
  /** Rand with two decimals: a month of every active subscription. */
  monthlyRevenue: z.string(),
  totalSupportTickets: z.int32(),
})
export type StaffStats = z.infer<typeof StaffStats>

export const Severity = z.enum(['critical', 'warning', 'info'])
export type Severity = z.infer<typeof Severity>

export const AlertKind = z.enum([
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
  'silentDevices',
  'quotaFull',
])
export type AlertKind = z.infer<typeof AlertKind>

/** Something that wants the vendor's attention, for as long as the facts say so. */
export const DashboardAlert = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  severity: Severity,
  createdAt: Instant,
  /** The address of the screen where it is attended to, if the reader may open one. */
  link: z.optional(z.string()),
  about: z.optional(
    z.object({
      kind: AlertKind,
      /** The account, request, invoice, subscription, ticket or organization. */
      id: z.string(),
      /** Null if it concerns none. */
      organization: z.nullable(
        z.object({
          id: z.uuid(),
          name: z.string(),
          /** The staff member who looks after it. */
          owner: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
          /** Matters from before are hidden from the list of what to do. */
          snooze: z.nullable(z.object({ at: Instant, until: Instant })),
        }),
      ),
    }),
  ),
})
export type DashboardAlert = z.infer<typeof DashboardAlert>

/** The newest rows only; `stats` has the totals. The price of the subscription is that of twelve months. */
export const Dashboard = z.object({
  subscription: z.nullable(Subscription),
  licenses: z.array(License),
  tickets: z.array(Ticket),
  invoices: z.array(Invoice),
  stats: z.union([OrganizationStats, StaffStats]),
  alerts: z.array(DashboardAlert),
})
export type Dashboard = z.infer<typeof Dashboard>

export const UsageMonth = z.object({
  /** Its first day, in the vendor's time zone. */
  month: Day,
  seats: z.int32(),
  licenses: z.int32(),
  /** Devices that checked in at least once. */
  devices: z.int32(),
})
export type UsageMonth = z.infer<typeof UsageMonth>

export const USAGE_MONTHS = 12

/** The steps of a new organization up to its first device. */
export const Checklist = z.object({
  isEmailVerified: z.boolean(),
  hasPlan: z.boolean(),
  hasDownload: z.boolean(),
  hasLicense: z.boolean(),
  hasColleague: z.boolean(),
  hasBillingAddress: z.boolean(),
})
export type Checklist = z.infer<typeof Checklist>

/**
 * Matters that wait for the people of an organization, with their newest license requests, the usage of the plan and what happened to
 * licenses: one response, because the dashboard needs them all before it can be drawn. Nothing for staff.
 */
export const Attention = z.object({
  /** For administrators, until a device has activated a license. */
  checklist: z.nullable(Checklist),
  isEmailVerified: z.boolean(),
  /** The licenses of a suspended organization don't run. */
  isSuspended: z.boolean(),
  overdueInvoices: z.int32(),
  /** The due day of the oldest overdue invoice. */
  oldestDue: z.nullable(Day),
  /** Tickets that the reader may see and that wait for the customer's reply. */
  waitingTickets: z.int32(),
  /** Active devices without a check-in for SILENT_DAYS[0] days. */
  silentDevices: z.int32(),
  licenseRequests: z.array(LicenseRequest),
  usage: z.nullable(LicenseUsage),
  /** The last event of each of the three licenses that changed last. */
  licenseNews: z.array(LicenseNews),
})
export type Attention = z.infer<typeof Attention>

export const dashboard = {
  read: {
    method: 'GET',
    url: '/api/dashboard',
    config: { access: 'signed-in overview:read' },
    schema: {
      summary: 'What the own organization has and owes; totals and alerts for staff',
      response: { 200: Dashboard, ...refusals },
    },
  },
  attention: {
    method: 'GET',
    url: '/api/dashboard/attention',
    config: { access: 'signed-in overview:read' },
    schema: {
      summary:
        'Get what waits for the people of the organization, its license requests and usage, and the checklist of a new one',
      response: { 200: Attention, ...refusals },
    },
  },
  usage: {
    method: 'GET',
    url: '/api/dashboard/usage',
    config: { access: 'signed-in overview:read' },
    schema: {
      summary: 'Seats, licenses and devices of the last twelve months, the running one as it is now',
      response: { 200: z.array(UsageMonth), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
