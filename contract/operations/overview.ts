import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day, Instant } from '#contract/text.ts'
import { StaffStats } from './dashboard.ts'

/** The parts that the portal needs to work, its backups, and whether its settings are complete. */
export const HealthPart = z.enum(['database', 'storage', 'scanner', 'mail', 'jobs', 'backups', 'settings'])
export type HealthPart = z.infer<typeof HealthPart>

export const HealthCheck = z.object({
  part: HealthPart,
  isHealthy: z.boolean(),
  /** False while the operator has yet to set it up. */
  isSetUp: z.boolean(),
  /** The measurement or the fault, in a few words. */
  detail: z.string(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const TREND_DAYS = 30
export const OVERVIEW_MONTHS = 12

/** A day's totals, as the cards count them. */
const DayTotals = z.extend(StaffStats, { day: Day })
export type DayTotals = z.infer<typeof DayTotals>

const OverviewMonth = z.object({
  /** Its first day, in the vendor's time zone. */
  month: Day,
  /** Rand with two decimals: invoices issued in the month, and money received in it. */
  invoiced: z.string(),
  received: z.string(),
  /** Over all organizations; null for a month that was not recorded. */
  seats: z.nullable(z.int32()),
  devices: z.nullable(z.int32()),
})
export type OverviewMonth = z.infer<typeof OverviewMonth>

export const SupportQueue = z.object({
  open: z.int32(),
  inProgress: z.int32(),
  /** For the customer. */
  waiting: z.int32(),
  /** Start of the longest wait for an answer; null if no customer is waiting. */
  oldestUnansweredAt: z.nullable(Instant),
  /** Seconds from a ticket to the first public answer, of those answered in the last 30 days; null without any. */
  medianFirstResponse: z.nullable(z.number()),
})
export type SupportQueue = z.infer<typeof SupportQueue>

/** Null is what the database cannot say now; `health` says why. */
export const Overview = z.object({
  /** The last 31 days as far as they were recorded, oldest first: the first is what today is compared with. */
  days: z.nullable(z.array(DayTotals)),
  months: z.nullable(z.array(OverviewMonth)),
  health: z.array(HealthCheck),
  queue: z.nullable(SupportQueue),
})
export type Overview = z.infer<typeof Overview>

export const overview = {
  read: {
    method: 'GET',
    url: '/api/overview',
    config: { access: 'staff overview:read' },
    schema: {
      summary: 'How the portal and its support are doing, and how they did before',
      response: { 200: Overview, ...refusals },
    },
  },
  health: {
    method: 'GET',
    url: '/api/health',
    config: { access: 'signed-in overview:read', isBackground: true },
    schema: {
      summary: 'Whether every part of the portal works',
      response: { 200: z.object({ isHealthy: z.boolean() }), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
