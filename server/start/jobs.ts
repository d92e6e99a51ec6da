import { returnPath } from '#contract/identity/return-path.ts'
import type { jobTitles } from '#contract/operations/jobs.ts'
import { billDue, billSubscription, markOverdue, printAttachment, remindAll } from '#server/billing/public.ts'
import { mailPasswordReset, mailSignInAttempts } from '#server/identity/public.ts'
import { addUpCounts, noteHeardDevices } from '#server/licensing/public.ts'
import {
  backUp,
  deliverWebhook,
  planDeliveries,
  recordTotals,
  recordUsage,
  sealStored,
  sweep,
} from '#server/operations/public.ts'
import type { JobHandler } from '#server/platform/jobs/job-runs.ts'
import { createPace } from '#server/platform/jobs/pace.ts'
import type { JobTable } from '#server/platform/jobs/jobs.ts'
import { WEBHOOKS } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mapBlocks, publishDue, publishScheduled } from '#server/releases/public.ts'
import { mailTicket, planHours } from '#server/support/public.ts'
import type { Tracing } from './tracing/tracing.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const HOURLY = { retries: 2, retryDelay: MINUTE, longestDelay: MINUTE, expires: 15 * MINUTE }

const SENDING = { retries: 30, retryDelay: 30, longestDelay: 2 * HOUR }

/** Milliseconds between looks for webhook events. */
const PLANNING = { soon: 50, every: 500 }

export const jobTable = {
  'send-mail': { description: 'Sends one mail from the outbox', ...SENDING },
  'send-sealed-mail': { description: 'Sends one mail that is sealed in the outbox', ...SENDING },
  'mail-password-reset': {
    description: 'Writes the mail with a link to a new password',
    retries: 5,
    retryDelay: 5,
    longestDelay: MINUTE,
  },
  'mail-sign-in-attempts': {
    description: 'Writes the mail about too many failed sign-ins',
    retries: 5,
    retryDelay: 5,
    longestDelay: MINUTE,
  },
  'mail-ticket': {
    description: 'Emails one person the updates of a ticket',
    retries: 10,
    retryDelay: 30,
    longestDelay: HOUR,
  },
  // Within ten minutes of midnight at the latest, so that months end with correct figures. Also at start, for the first figures.
  'record-usage': {
    description: 'Records how many seats, licenses and devices each organization uses this month',
    ...HOURLY,
    cron: '50 * * * *',
    atStart: true,
  },
  'record-totals': {
    description: 'Records the totals of the day, which the overview compares with',
    ...HOURLY,
    cron: '55 * * * *',
    atStart: true,
  },
  'add-up-license-counts': {
    description: 'Adds up the changes of how many licenses each organization has',
    ...HOURLY,
    cron: '25 * * * *',
  },
  'note-heard-devices': {
    description: 'Notes which devices have checked in, so that silent ones are found without reading all',
    ...HOURLY,
    expires: HOUR,
    cron: '45 1 * * *',
    atStart: true,
  },
  'plan-business-hours': {
    description: 'Plans the business hours of the coming years, in which response targets count',
    ...HOURLY,
    cron: '40 * * * *',
    atStart: true,
  },
  // Business days end at midnight in South Africa; the other hours catch up after downtime.
  'bill-subscriptions': {
    description:
      'Finds the subscriptions that something is due for: a renewal, a change of seats, an overdue invoice, an end',
    ...HOURLY,
    cron: '10 * * * *',
    atStart: true,
  },
  // Retried until the next day, because only one such job exists at a time.
  'bill-subscription': {
    description: 'Does what is due for one subscription',
    retries: 12,
    retryDelay: MINUTE,
    longestDelay: 2 * HOUR,
    policy: 'exclusive',
  },
  'mark-overdue': { description: 'Marks invoices whose due day is over', ...HOURLY, cron: '5 * * * *' },
  remind: {
    description: 'Reminds of invoices around their due day, and of canceled subscriptions that are about to end',
    ...HOURLY,
    expires: HOUR,
    cron: '20 8-17 * * *',
  },
  'plan-webhooks': {
    description: 'Finds the webhooks that events wait for: retries, and events whose own notification was lost',
    ...HOURLY,
    cron: '* * * * *',
    atStart: true,
    kept: 24 * HOUR,
  },
  'deliver-webhook': {
    description: 'Sends the events that wait for one webhook',
    retries: 2,
    retryDelay: MINUTE,
    longestDelay: MINUTE,
    policy: 'exclusive',
  },
  'publish-version': {
    description: 'Publishes a version at its scheduled time',
    retries: 60,
    retryDelay: 10,
    longestDelay: 10 * MINUTE,
  },
  'publish-due': {
    description: 'Publishes scheduled versions whose own job was lost',
    ...HOURLY,
    cron: '2 * * * *',
    atStart: true,
  },
  // Skips hashed files, so it works only after an upgrade.
  'hash-files': {
    description: 'Computes the checksums that files from before an upgrade lack',
    ...HOURLY,
    expires: HOUR,
    atStart: true,
  },
  'map-blocks': {
    description: 'Lists the blocks of an installer, so that updaters download only those that have changed',
    retries: 3,
    retryDelay: MINUTE,
    longestDelay: 10 * MINUTE,
    expires: HOUR,
    policy: 'exclusive',
    cron: '35 * * * *',
    atStart: true,
  },
  'seal-stored': {
    description: 'Seals secrets in the database with the current SEALING_SECRET',
    ...HOURLY,
    atStart: true,
  },
  'back-up': {
    description: 'Saves a backup to BACKUP_TO and verifies it',
    retries: 1,
    retryDelay: 10 * MINUTE,
    longestDelay: 10 * MINUTE,
    expires: 6 * HOUR,
    cron: '30 1 * * *',
  },
  sweep: { description: 'Removes what has expired, and files that nothing uses', ...HOURLY, cron: '17 * * * *' },
} as const satisfies JobTable & Record<keyof typeof jobTitles, unknown>

export async function startWorkers(platform: Platform, tracing?: Tracing) {
  const { db, mailer, jobs } = platform
  const sendMail: JobHandler = ({ emailId }) =>
    mailer.send(db, String(emailId), (file) => printAttachment(platform, file))
  const handlers: Record<keyof typeof jobTable, JobHandler> = {
    'send-mail': sendMail,
    'send-sealed-mail': sendMail,
    'mail-password-reset': ({ email, isKnownBrowser, next }) =>
      mailPasswordReset(platform, String(email), {
        isKnownBrowser: isKnownBrowser === true,
        next: returnPath(next),
      }),
    'mail-sign-in-attempts': ({ email, username, guessed, window }) =>
      mailSignInAttempts(platform, {
        ...(typeof email === 'string' ? { email } : { username: String(username) }),
        guessed: guessed === 'code' ? 'code' : 'password',
        window: Number(window),
      }),
    'mail-ticket': ({ ticketId, userId }) =>
      mailTicket(platform, { ticketId: String(ticketId), userId: String(userId) }),
    'record-usage': () => recordUsage(db),
    'record-totals': async () => void (await recordTotals(db)),
    'add-up-license-counts': () => addUpCounts(db),
    'note-heard-devices': () => noteHeardDevices(db),
    'plan-business-hours': () => planHours(db),
    'bill-subscriptions': () => billDue(platform),
    'bill-subscription': ({ subscriptionId }) => billSubscription(platform, String(subscriptionId)),
    'mark-overdue': () => markOverdue(db),
    remind: () => remindAll(platform),
    'plan-webhooks': () => planDeliveries(platform),
    'deliver-webhook': ({ endpointId }) => deliverWebhook(platform, String(endpointId)),
    'publish-version': ({ versionId }) => publishScheduled(platform, String(versionId)),
    'publish-due': () => publishDue(platform),
    'hash-files': () => platform.objects.fillMissingHashes(),
    'map-blocks': ({ objectId }) => mapBlocks(platform, typeof objectId === 'string' ? objectId : undefined),
    'seal-stored': () => sealStored(platform),
    'back-up': () => backUp(platform),
    sweep: () => sweep(platform),
  }
  const followed = Object.entries(handlers).map(([name, handle]) => [name, tracing?.followJob(name, handle) ?? handle])
  await jobs.work(Object.fromEntries(followed))
  // The scheduled job repeats what fails here.
  const planning = createPace(PLANNING, () => planDeliveries(platform).catch(() => undefined))
  platform.events.subscribe(WEBHOOKS, planning.ask)
}
