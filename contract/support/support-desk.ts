import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { TicketPriority } from './ticket-fields.ts'

const hours = (max: number) =>
  z.number('Required').check(z.int('Whole hours'), z.minimum(1, 'At least an hour'), z.maximum(max, `At most ${max}`))

/** '' and '1e2' are no numbers. */
const typedNumber = z.pipe(
  z.string(),
  z.transform((text) => (/^ *\d+ *$/.test(text) ? Number(text) : undefined)),
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
  ratings: z.number(),
})
export type SupportReport = z.infer<typeof SupportReport>

const namesEachOnce = (targets: TicketTarget[]) =>
  new Set(targets.map(({ priority }) => priority)).size === targets.length

export const supportDesk = {
  targets: {
    method: 'GET',
    url: '/api/ticket-targets',
    config: { access: 'staff' },
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
    config: { access: 'staff' },
    schema: {
      summary: 'Get the support report of the last thirty days',
      response: { 200: SupportReport, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
