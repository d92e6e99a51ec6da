import { NOTHING_TO_PAY } from '#contract/billing/payments.ts'
import { alreadyReminded, canRemind, NOBODY_TO_REMIND } from '#contract/billing/reminders.ts'
import { invoiceIssued } from '#server/billing/emails/invoices.ts'
import type { To } from '#server/billing/emails/parts.ts'
import { findInvoice, findOldestDue } from '#server/billing/emails/queries.ts'
import { paymentReminder } from '#server/billing/emails/reminders.ts'
import { invoiceFile, onceKey, readersOf, write } from '#server/billing/emails/write.ts'
import type { Database } from '#server/database/database.ts'
import { findTransactionStart } from '#server/domain/calendar.ts'
import { findItems, REMINDED_BY_HAND } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Email } from '#server/platform/mail/email.ts'
import type { Platform } from '#server/platform/platform.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { findReminders, lockInvoiceToRemind, type RemindedInvoice, insertReminder } from './queries.ts'

export async function readReminders(db: Database, id: string) {
  const reminders = await findReminders(db, id)
  if (!reminders) throw notFound('Invoice')
  return reminders
}

/** Sends a reminder now, even while reminders are paused. It counts as the automatic one of its stage. */
export const sendReminder = (platform: Platform, actor: Actor, id: string) =>
  platform.db.transaction(async (tx) => {
    const invoice = await lockInvoiceToRemind(tx, id)
    if (!invoice) throw notFound('Invoice')
    if (!canRemind(invoice)) throw conflict(NOTHING_TO_PAY)
    await refuseSecond(tx, id)
    const { organizationId, stage } = invoice
    const readers = await readersOf(tx, organizationId, 'payment_reminders')
    if (readers.length === 0) throw conflict(NOBODY_TO_REMIND)
    const once = onceKey.remindedByHand(id, await findTransactionStart(tx))
    const compose = await emailOf(platform, tx, invoice)
    await write(platform, tx, readers, { once, compose, attachment: invoiceFile(invoice) })
    if (stage !== null) await insertReminder(tx, { organizationId, id, stage })
    await audit(tx, actor, { action: REMINDED_BY_HAND, organizationId, subject: { kind: 'invoice', id } })
    return readReminders(tx, id)
  })

/** At most one on each day in the vendor's time zone. */
async function refuseSecond(tx: Database, id: string) {
  const { lastSentAt, isSentToday } = await readReminders(tx, id)
  if (lastSentAt !== null && isSentToday) throw conflict(alreadyReminded(time.format(new Date(lastSentAt))))
}

const time = new Intl.DateTimeFormat('en-ZA', { timeStyle: 'short', hourCycle: 'h23', timeZone: TIME_ZONE })

/** Sends the invoice again before its due day, and the reminder of its stage from then on. */
async function emailOf(
  { config }: Platform,
  tx: Database,
  { status: _owed, organizationId, stage, ...facts }: RemindedInvoice,
): Promise<(to: To['to']) => Email> {
  if (stage === null || facts.daysLate < 0) {
    const its = { organizationId, id: facts.id }
    const [invoice, items] = [await findInvoice(tx, its), await findItems(tx, its)]
    return (to) => invoiceIssued({ config, to }, { invoice, items, isAgain: true })
  }
  const oldestDue = await findOldestDue(tx, organizationId)
  return (to) => paymentReminder({ config, to }, { ...facts, stage, oldestDue, isByHand: true })
}
