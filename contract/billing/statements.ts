import * as z from 'zod/mini'
import { daysBetween } from '#contract/dates.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/text.ts'

export const StatementLineKind = z.enum(['invoice', 'void', 'credit_note', 'payment', 'reversal', 'refund'])
export type StatementLineKind = z.infer<typeof StatementLineKind>

/** What raises the balance is charged, what lowers it is credited. Rand with two decimals, one of the two '0.00'. */
export const StatementLine = z.object({
  /** When it was booked, in Africa/Johannesburg, so that what was said of past days stays true. */
  day: Day,
  kind: StatementLineKind,
  /** Invoice or credit note number, or the reference of the money: '' for money without one. */
  reference: z.string(),
  description: z.string(),
  charged: z.string(),
  credited: z.string(),
  /** After this line; below 0 for an organization that has paid more than it owes. */
  balance: z.string(),
})
export type StatementLine = z.infer<typeof StatementLine>

/** Days that the due day is past. */
export const AGES = ['current', 'days30', 'days60', 'days90', 'older'] as const

export const Statement = z.object({
  organizationName: z.string(),
  from: Day,
  /** Inclusive. */
  to: Day,
  opening: z.string(),
  lines: z.array(StatementLine),
  /** Sums of the lines. */
  charged: z.string(),
  credited: z.string(),
  closing: z.string(),
  /** What is owed on the last day, by how long it is overdue: not yet, 1–30, 31–60, 61–90 days, more. */
  ageing: z.object({
    current: z.string(),
    days30: z.string(),
    days60: z.string(),
    days90: z.string(),
    older: z.string(),
  }),
  /** Paid or credited without an invoice to take it from: closing = sum of the ages − credit. */
  credit: z.string(),
})
export type Statement = z.infer<typeof Statement>

/** More are neither read on a screen nor printed: the CSV has them all. */
export const MOST_LINES = 2000
export const TOO_MANY_LINES = `There are more than ${MOST_LINES} lines in this period. Choose a shorter one, or download the CSV.`

/** The first and the last day, in Africa/Johannesburg. */
const range = { from: Day, to: Day }

export const BACKWARDS = 'The first day must not be after the last.'
/** Days: a hundred years are a mistake. */
export const LONGEST_STATEMENT = 3660
export const TOO_LONG = 'A statement covers at most ten years.'

const days = ({ from, to }: { from: string; to: string }) => daysBetween(from, to)

const inOrder = z.refine<{ from: string; to: string }>((query) => days(query) >= 0, { path: ['to'], error: BACKWARDS })
const notTooLong = z.refine<{ from: string; to: string }>((query) => days(query) <= LONGEST_STATEMENT, {
  path: ['from'],
  error: TOO_LONG,
})

export const StatementRange = z.object(range).check(inOrder, notTooLong)
export type StatementRange = z.infer<typeof StatementRange>

export const StatementFile = z
  .object({ ...range, format: z.enum(['pdf', 'csv'], 'Choose a format: pdf or csv') })
  .check(inOrder, notTooLong)
export type StatementFile = z.infer<typeof StatementFile>

const organizationUrl = '/api/admin/organizations/:id/statement'

export const statements = {
  read: {
    method: 'GET',
    url: '/api/statement',
    config: { access: 'signed-in' },
    schema: {
      summary: 'Get the organization’s statement: opening balance, invoices, payments, closing balance, ageing',
      querystring: StatementRange,
      response: { 200: Statement, ...refusals },
    },
  },
  download: {
    method: 'GET',
    url: '/api/statement/download',
    config: { access: 'signed-in' },
    schema: {
      summary: 'Download the organization’s statement as PDF or CSV',
      querystring: StatementFile,
      response: { ...refusals },
    },
  },
  readOf: {
    method: 'GET',
    url: organizationUrl,
    config: { access: 'admin' },
    schema: {
      summary: 'An organization’s account',
      params: IdParams,
      querystring: StatementRange,
      response: { 200: Statement, ...refusals },
    },
  },
  downloadOf: {
    method: 'GET',
    url: `${organizationUrl}/download`,
    config: { access: 'admin' },
    schema: {
      summary: 'An organization’s account as PDF or CSV',
      params: IdParams,
      querystring: StatementFile,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
