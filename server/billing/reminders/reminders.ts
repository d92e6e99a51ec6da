import { subscriptionEnding } from '#server/billing/emails/billing-status.ts'
import { findOldestDue } from '#server/billing/emails/queries.ts'
import { paymentReminder } from '#server/billing/emails/reminders.ts'
import { trialEnding } from '#server/billing/emails/trials.ts'
import { invoiceFile, onceKey, readersOf, write } from '#server/billing/emails/write.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findDueReminders, findEnding, insertReminder, lockDueReminder, type Ending } from './queries.ts'

const PAGE = 500

/** One transaction per invoice keeps each lock short. */
const remindOfInvoices = (platform: Platform) =>
  forEach(
    (last) => findDueReminders(platform.db, last, PAGE),
    ({ id }) => remindOfInvoice(platform, id),
  )

/** Checks under the lock, so a payment comes before or after the reminder. A queued email is sent even if the money arrives first. */
const remindOfInvoice = (platform: Platform, id: string) =>
  platform.db.transaction(async (tx) => {
    const due = await lockDueReminder(tx, id)
    if (!due) return
    const { organizationId, ...invoice } = due
    const readers = await readersOf(tx, organizationId, 'payment_reminders')
    if (readers.length === 0 || !(await insertReminder(tx, due))) return
    const oldestDue = await findOldestDue(tx, organizationId)
    await write(platform, tx, readers, {
      once: onceKey.reminded(id, due.stage),
      compose: (to) => paymentReminder({ config: platform.config, to }, { ...invoice, oldestDue }),
      attachment: invoiceFile(due),
    })
  })

const remindOfEndings = (platform: Platform) =>
  forEach(
    (last) => findEnding(platform.db, last, PAGE),
    (ending) => remindOfEnding(platform, ending),
  )

const remindOfEnding = (platform: Platform, { id, organizationId, stage, canceledAt, isTrial, ...ending }: Ending) =>
  platform.db.transaction(async (tx) => {
    const readers = await readersOf(tx, organizationId, 'subscription')
    await write(platform, tx, readers, {
      once: onceKey.ending(id, canceledAt, stage),
      compose: (to) => (isTrial ? trialEnding : subscriptionEnding)({ config: platform.config, to }, ending),
    })
  })

/** Runs for one row after another. A failure does not stop the others; returns the errors. */
async function forEach<Row extends { id: string }>(
  find: (last: string | undefined) => Promise<Row[]>,
  handle: (row: Row) => Promise<void>,
) {
  const failures: Error[] = []
  let last: string | undefined
  do {
    const rows = await find(last)
    for (const row of rows) await handle(row).catch((error: Error) => failures.push(error))
    last = rows.at(-1)?.id
  } while (last !== undefined)
  return failures
}

/** Job: sends reminders of invoices around their due day, and of canceled subscriptions that end soon. */
export async function remindAll(platform: Platform) {
  const failures = [...(await remindOfInvoices(platform)), ...(await remindOfEndings(platform))]
  const [oldest] = failures
  if (oldest)
    throw new Error(`${failures.length} of the reminders could not be queued: ${oldest.message}`, { cause: oldest })
}
