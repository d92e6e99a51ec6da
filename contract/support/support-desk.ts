import * as z from 'zod/mini'
import { daysBetween } from '#contract/dates.ts'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/text.ts'
import { TicketPriority } from './ticket-fields.ts'

const hours = (max: number) =>
  z.number('Required').check(z.int('Whole hours'), z.minimum(1, 'At least an hour'), z.maximum(max, `At most ${max}`))

/** '' and '1e2' are no numbers. */
const typedNumber = z.pipe(
  z.string(),
  z.transform((text) => (/^ *-?\d+(\.\d+)? *$/.test(text) ? Number(text) : undefined)),
)

const targetHours = { firstResponseHours: hours(720), resolutionHours: hours(8760) }

type TargetHours = { firstResponseHours: number; resolutionHours: number }

const isInOrder = ({ firstResponseHours, resolutionHours }: TargetHours) => firstResponseHours <= resolutionHours

const inOrder = z.refine<TargetHours>(isInOrder, {
  path: ['resolutionHours'],
  message: 'The resolution target can’t be before the first response',
})

/** Internal targets by priority, in business hours without the time waiting for the customer. */
export const TicketTarget = z.object({ priority: TicketPriority, ...targetHours }).check(inOrder)
export type TicketTarget = z.infer<typeof TicketTarget>

/** The hours as typed. */
export const TargetForm = z
  .object({
    firstResponseHours: z.pipe(typedNumber, targetHours.firstResponseHours),
    resolutionHours: z.pipe(typedNumber, targetHours.resolutionHours),
  })
  .check(inOrder)

export type TargetForm = z.infer<typeof TargetForm>

export const REPORT_DAYS = 30

/** Seconds, or null without data. Shares are from 0 to 1. */
export const SupportReport = z.object({
  medianFirstResponse: z.nullable(z.number()),
  medianResolution: z.nullable(z.number()),
  firstResponsesInTime: z.nullable(z.number()),
  resolutionsInTime: z.nullable(z.number()),
  /** 1 to 5. */
  averageRating: z.nullable(z.number()),
  ratings: z.int32(),
})
export type SupportReport = z.infer<typeof SupportReport>

const REPORT_MAX_DAYS = 366

type Range = { from: string; to: string }

/** Neither the year before nor the day after leaves the years that dates can have. */
const [EARLIEST, LATEST] = ['2000-01-01', '2999-12-31']

/** NaN if one of them is no day. */
export const daysIn = ({ from, to }: Range) => daysBetween(from, to) + 1

/** Business days, both included. */
export const ReportRange = z.object({ from: Day, to: Day }).check(
  z.refine(({ from }: Range) => from >= EARLIEST, { path: ['from'], message: `Not before ${EARLIEST}` }),
  z.refine(({ to }: Range) => to <= LATEST, { path: ['to'], message: `Not after ${LATEST}` }),
  z.refine((range: Range) => !(daysIn(range) < 1), {
    path: ['to'],
    message: 'The last day can’t be before the first',
  }),
  z.refine((range: Range) => !(daysIn(range) > REPORT_MAX_DAYS), {
    path: ['to'],
    message: `At most ${REPORT_MAX_DAYS} days`,
  }),
)
export type ReportRange = z.infer<typeof ReportRange>

/** Of tickets created, answered, resolved or rated within the days. Otherwise like `SupportReport`. */
export const ReportFigures = z.extend(SupportReport, {
  created: z.int32(),
  answered: z.int32(),
  resolved: z.int32(),
})
export type ReportFigures = z.infer<typeof ReportFigures>

/** Without an id: the tickets of no agent or category. */
export const ReportRow = z.extend(ReportFigures, { id: z.nullable(z.uuid()), name: z.nullable(z.string()) })
export type ReportRow = z.infer<typeof ReportRow>

/** A day, week or month of the range, by its first day. */
const TrendStep = z.object({ starts: Day, created: z.int32(), resolved: z.int32() })
export type TrendStep = z.infer<typeof TrendStep>

export const SupportReports = z.object({
  total: ReportFigures,
  /** Of as many days before the range. */
  previous: ReportFigures,
  step: z.enum(['day', 'week', 'month']),
  trend: z.array(TrendStep),
  /** By the agent to whom the tickets are assigned. Agents see only themselves. */
  agents: z.array(ReportRow),
  categories: z.array(ReportRow),
})
export type SupportReports = z.infer<typeof SupportReports>

export const ReportTable = z.enum(['agents', 'categories', 'trend'])
export type ReportTable = z.infer<typeof ReportTable>

const namesEachOnce = (targets: TicketTarget[]) =>
  new Set(targets.map(({ priority }) => priority)).size === targets.length

export const supportDesk = {
  targets: {
    method: 'GET',
    url: '/api/ticket-targets',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'List the response targets, from low to urgent',
      response: { 200: z.array(TicketTarget), ...refusals },
    },
  },
  setTargets: {
    method: 'PUT',
    url: '/api/ticket-targets',
    config: { access: 'admin', harmless: 'Internal targets of the support team' },
    schema: {
      summary: 'Change the targets of the given priorities, also for open tickets',
      body: z.object({
        targets: z.array(TicketTarget).check(z.minLength(1), z.refine(namesEachOnce, 'Each priority has one target')),
      }),
      response: { 200: z.array(TicketTarget), ...refusals },
    },
  },
  report: {
    method: 'GET',
    url: '/api/support/report',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'Get the support report of the last thirty days',
      response: { 200: SupportReport, ...refusals },
    },
  },
  reports: {
    method: 'GET',
    url: '/api/support/reports',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'Get the support reports of a range of days: trend, agents and categories',
      querystring: ReportRange,
      response: { 200: SupportReports, ...refusals },
    },
  },
  exportReports: {
    method: 'GET',
    url: '/api/support/reports/export',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'Download one table of the support reports as CSV',
      querystring: z.extend(ReportRange, { table: ReportTable }),
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
