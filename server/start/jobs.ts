import { returnPath } from '#contract/identity/return-path.ts'
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
import { keepFailures } from '#server/platform/jobs/queries.ts'
import { WEBHOOKS } from '#server/platform/live/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mapBlocks, publishDue, publishScheduled } from '#server/releases/public.ts'
import { findReplyAddress, mailTicket, planHours } from '#server/support/public.ts'
import type { jobTable } from './job-table.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Milliseconds between looks for webhook events. */
const PLANNING = { soon: 50, every: 500 }

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

export async function startWorkers(platform: Platform, tracing?: Tracing) {
  const { db, mailer, jobs, seal } = platform
  const sendMail: JobHandler = ({ emailId }) =>
    mailer.send(
      db,
      String(emailId),
      (file) => printAttachment(platform, file),
      (mail) => findReplyAddress(platform, mail),
    )
  const handlers: Record<keyof typeof jobTable, JobHandler> = {
    'send-mail': sendMail,
    'send-sealed-mail': sendMail,
    'mail-password-reset': ({ email, isKnownBrowser, next, ip, requestId }) =>
      mailPasswordReset(platform, String(email), {
        isKnownBrowser: isKnownBrowser === true,
        next: returnPath(next),
        ip: textOrNull(ip),
        requestId: textOrNull(requestId),
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
    'seal-stored': ({ keyId }) => sealStored(platform, textOrNull(keyId)),
    'back-up': () => backUp(platform),
    sweep: () => sweep(platform),
  }
  const followed = Object.entries(handlers).map(([name, handle]) => [name, tracing?.followJob(name, handle) ?? handle])
  // Before the queue deletes what the last servers left. The scheduled job repeats what fails here, and below.
  await keepFailures(db).catch(() => undefined)
  await jobs.work(Object.fromEntries(followed), {
    'seal-stored': { keyId: seal.keyId },
  })
  const planning = createPace(PLANNING, () => planDeliveries(platform).catch(() => undefined))
  platform.events.subscribe(WEBHOOKS, planning.ask)
}
