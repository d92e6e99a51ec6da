import * as z from 'zod/mini'
import { Done, refusals, type Endpoint } from '#contract/endpoint.ts'
import { inWords, Instant } from '#contract/text.ts'

/** Counts stop here; more is shown as '10,000+'. */
export const MOST_COUNTED = 10_000

/** Days for which a job that has failed for good is kept and shown. */
export const FAILURES_KEPT_DAYS = 30

/** Days for which it is an alert. */
export const FAILURE_ALERT_DAYS = 7

export const countWords = (count: number) =>
  count > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en-US')}+` : count.toLocaleString('en-US')

/** Each job's name on screen, by the name in the queue. */
export const jobTitles = {
  'send-mail': 'Send email',
  'send-sealed-mail': 'Send encrypted email',
  'mail-password-reset': 'Email password link',
  'mail-sign-in-attempts': 'Email failed sign-ins',
  'mail-ticket': 'Email ticket updates',
  'record-usage': 'Record usage',
  'record-totals': 'Record daily totals',
  'add-up-license-counts': 'Add up license counts',
  'note-heard-devices': 'Note devices that checked in',
  'plan-business-hours': 'Plan business hours',
  'bill-subscriptions': 'Find subscriptions to bill',
  'bill-subscription': 'Bill subscription',
  'mark-overdue': 'Mark overdue invoices',
  remind: 'Send payment reminders',
  'plan-webhooks': 'Find webhook events to send',
  'deliver-webhook': 'Send webhook events',
  'publish-version': 'Publish scheduled version',
  'publish-due': 'Publish missed versions',
  'hash-files': 'Compute missing checksums',
  'map-blocks': 'List the blocks of installers',
  'seal-stored': 'Encrypt stored secrets',
  'back-up': 'Save and verify a backup',
  sweep: 'Delete expired data',
} as const

const isTitled = (name: string): name is keyof typeof jobTitles => Object.hasOwn(jobTitles, name)

/** Also for a job that only a newer release knows. */
export const jobTitle = (name: string) => (isTitled(name) ? jobTitles[name] : inWords(name))

export const Job = z.object({
  name: z.string(),
  /** One sentence. */
  description: z.string(),
  /** Its schedule in words; null if it runs only on demand. */
  schedule: z.nullable(z.string()),
  /** Null if no clock starts it. */
  nextRun: z.nullable(Instant),
  /** As what follows, no more than MOST_COUNTED + 1. */
  waiting: z.int32(),
  running: z.int32(),
  /** Failed in the last FAILURES_KEPT_DAYS days, and neither retried nor superseded by a later run. */
  failed: z.int32(),
  lastRun: z.nullable(
    z.object({
      finishedAt: Instant,
      /** Milliseconds. */
      took: z.number(),
      hasSucceeded: z.boolean(),
    }),
  ),
})
export type Job = z.infer<typeof Job>

/** Only scheduled jobs can be run by hand: an on-demand job needs a subject. */
export const canRun = ({ schedule }: Pick<Job, 'schedule'>) => schedule !== null

export const canDiscard = ({ nextRun }: Pick<Job, 'nextRun'>) => nextRun === null

export const RUNS_AGAIN = 'A scheduled job runs again at its next time, so it is not discarded.'

/** A run that failed after all its attempts. */
export const FailedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its subject's display name: an organization, an invoice or an address. Null if it has none. */
  subject: z.nullable(z.string()),
  /** The error, in one line. */
  message: z.string(),
  attempts: z.int32(),
  failedAt: Instant,
})
export type FailedJob = z.infer<typeof FailedJob>

/** Each sends one email. */
export const MAIL_JOBS = ['send-mail', 'send-sealed-mail'] as const

export const isMailJob = (name: string | undefined) => MAIL_JOBS.some((job) => job === name)

/** At most this many failures are listed, the newest. */
export const LISTED_FAILURES = 50

const ofOneName = { name: z.optional(z.string().check(z.maxLength(60))) }

/** The effect of a retry of all. Of each name, no more than MOST_COUNTED + 1 at once. */
export const RetryPreview = z.object({
  jobs: z.int32(),
  /** Emails that would be sent, and to how many addresses. */
  emails: z.int32(),
  recipients: z.int32(),
  /** Emails that are not sent, because their link has expired. */
  expired: z.int32(),
  /** When the oldest of the emails was written. */
  oldestAt: z.nullable(Instant),
  /** For the retry: what fails later was not shown. */
  until: Instant,
})
export type RetryPreview = z.infer<typeof RetryPreview>

export const NOTHING_TO_RETRY = 'None of these jobs is left to retry. They are being tried again already.'

export const JobState = z.object({ jobs: z.array(Job), failures: z.array(FailedJob) })
export type JobState = z.infer<typeof JobState>

const url = '/api/admin/jobs'

export const jobs = {
  read: {
    method: 'GET',
    url,
    config: { access: 'admin overview:read', isBackground: true },
    schema: {
      summary: 'Every job with its last run, its queue and its failures',
      response: { 200: JobState, ...refusals },
    },
  },
  events: {
    method: 'GET',
    url: `${url}/events`,
    config: { access: 'admin', isBackground: true },
    schema: {
      summary: 'Server-sent events while the jobs are on screen: changed, to be followed by reading them again',
      response: { ...refusals },
    },
  },
  run: {
    method: 'POST',
    url: `${url}/:name/run`,
    config: { access: 'admin', withoutStepUp: 'Starts work that is due anyway', consequence: 'email' },
    schema: {
      summary: 'Run a scheduled job now',
      params: z.object({ name: z.string().check(z.maxLength(60)) }),
      response: { 200: Done, ...refusals },
    },
  },
  previewRetry: {
    method: 'GET',
    url: `${url}/failures/retry`,
    config: { access: 'admin overview:read', refuses: [404] },
    schema: {
      summary: 'Preview a retry of all failed jobs, or of those of one name: how many, and which emails it would send',
      querystring: z.object(ofOneName),
      response: { 200: RetryPreview, ...refusals },
    },
  },
  retryAll: {
    method: 'POST',
    url: `${url}/failures/retry`,
    config: { access: 'admin', withoutStepUp: 'Repeats work that is due anyway', consequence: 'email', refuses: [404] },
    schema: {
      summary: 'Retry all jobs that failed until a time, or those of one name, each once',
      body: z.object({ ...ofOneName, until: Instant }),
      response: { 200: z.object({ retried: z.int32() }), ...refusals },
    },
  },
  retry: {
    method: 'POST',
    url: `${url}/failures/:id/retry`,
    config: { access: 'admin', withoutStepUp: 'Repeats work that is due anyway', consequence: 'email' },
    schema: {
      summary: 'Retry a failed job',
      params: z.object({ id: z.uuid() }),
      response: { 200: Done, ...refusals },
    },
  },
  discard: {
    method: 'POST',
    url: `${url}/failures/:id/discard`,
    config: { access: 'admin', withoutStepUp: 'Drops work that failed anyway', consequence: 'email' },
    schema: {
      summary: 'Discard a failed job that no clock starts: it is not retried, and its email is never sent',
      params: z.object({ id: z.uuid() }),
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
