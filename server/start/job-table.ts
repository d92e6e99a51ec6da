import type { jobTitles } from '#contract/operations/jobs.ts'
import type { JobTable } from '#server/platform/jobs/job-rule.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const HOURLY = { retries: 2, retryDelay: MINUTE, longestDelay: MINUTE, expires: 15 * MINUTE }

const SENDING = {
  retries: 30,
  retryDelay: 30,
  longestDelay: 2 * HOUR,
  expires: 15 * MINUTE,
  heartbeat: MINUTE,
  atOnce: 10,
}

export const jobTable = {
  'send-mail': { description: 'Sends one email from the outbox', ...SENDING },
  'send-sealed-mail': { description: 'Sends one email that is encrypted in the outbox', ...SENDING },
  'mail-password-reset': {
    description: 'Writes the email with a link to a new password',
    retries: 5,
    retryDelay: 5,
    longestDelay: MINUTE,
  },
  'mail-sign-in-attempts': {
    description: 'Writes the email about too many failed sign-ins',
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
  // Business days end at midnight in the vendor's time zone; the other hours catch up after downtime.
  'bill-subscriptions': {
    description:
      'Finds the subscriptions that something is due for: a renewal, a change of seats, an overdue invoice, an end',
    ...HOURLY,
    cron: '10 * * * *',
    atStart: true,
  },
  // Retried for half a day, because only one such job exists at a time.
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
    atOnce: 10,
    atOncePerGroup: 3,
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
    description: 'Encrypts secrets in the database with the current SEALING_SECRET',
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
    catchesUp: true,
  },
  sweep: { description: 'Removes what has expired, and files that nothing uses', ...HOURLY, cron: '17 * * * *' },
} as const satisfies JobTable & Record<keyof typeof jobTitles, unknown>
