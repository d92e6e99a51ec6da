import * as z from 'zod/mini'
import { daysBetween } from '#contract/dates.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/text.ts'

export const StatementLineKind = z.enum(['invoice', 'void', 'credit_note', 'payment', 'reversal', 'refund'])
export type StatementLineKind = z.infer<typeof StatementLineKind>

/** Rand with two decimals. Either `charged` or `credited` is '0.00'. */
export const StatementLine = z.object({
  /** The posting day in the vendor's time zone, so later entries leave earlier statements unchanged. */
  day: Day,
  kind: StatementLineKind,
  /** An invoice or credit note number or a bank reference; '' if there is none. */
  reference: z.string(),
  description: z.string(),
  charged: z.string(),
  credited: z.string(),
  /** Below 0 if the organization has credit. */
  balance: z.string(),
})
export type StatementLine = z.infer<typeof StatementLine>

export const Statement = z.object({
  organizationName: z.string(),
  from: Day,
  to: Day,
  opening: z.string(),
  lines: z.array(StatementLine),
  charged: z.string(),
  credited: z.string(),
  closing: z.string(),
  /** Outstanding on the last day, by days overdue: not yet due, 1–30, 31–60, 61–90, over 90. */
  ageing: z.object({
    current: z.string(),
    days30: z.string(),
    days60: z.string(),
    days90: z.string(),
    older: z.string(),
  }),
  /** Closing balance = sum of the ages − credit. Below 0 if a payment was reversed after its credit was refunded. */
  credit: z.string(),
})
export type Statement = z.infer<typeof Statement>

/** Follows the amount without its sign. */
export const creditWords = (cents: number) =>
  cents < 0
    ? 'of refunded credit is outstanding, because the payment it came from was reversed.'
    : 'is kept as credit for the next invoice.'

export const MOST_LINES = 2000
export const TOO_MANY_LINES = `There are more than ${MOST_LINES} lines in this period. Choose a shorter one, or download the CSV.`

/** Both days are inclusive, in the vendor's time zone. */
const range = { from: Day, to: Day }

export const BACKWARDS = 'The first day must not be after the last.'
/** In days. */
const LONGEST_STATEMENT = 3660
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
    config: { access: 'signed-in invoices:read', refuses: [404] },
    schema: {
      summary: 'Get the organization’s statement: opening balance, invoices, payments, closing balance, ageing',
      querystring: StatementRange,
      response: { 200: Statement, ...refusals },
    },
  },
  download: {
    method: 'GET',
    url: '/api/statement/download',
    config: { access: 'signed-in invoices:read', serves: 'file', refuses: [404] },
    schema: {
      summary: 'Download the organization’s statement as PDF or CSV',
      querystring: StatementFile,
      response: { ...refusals },
    },
  },
  readOf: {
    method: 'GET',
    url: organizationUrl,
    config: { access: 'admin invoices:read' },
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
    config: { access: 'admin invoices:read', serves: 'file' },
    schema: {
      summary: 'An organization’s account as PDF or CSV',
      params: IdParams,
      querystring: StatementFile,
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
