import type { InvoiceFilter } from '#contract/billing/invoices.ts'
import { MOST_REMINDED, PAUSED, type ReminderPreview, type ReminderResults } from '#contract/billing/reminders.ts'
import { toAmount } from '#contract/money.ts'
import { readersOf } from '#server/billing/emails/write.ts'
import { matching } from '#server/billing/invoices/queries.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, refusalOf } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readReminders, sendReminder } from './by-hand.ts'
import { findLate } from './queries.ts'

export async function previewReminders(db: Database, filter: InvoiceFilter): Promise<ReminderPreview> {
  const rows = await findLate(db, matching('all', filter), MOST_REMINDED)
  const readers = new Map<string, string[]>()
  for (const { organizationId } of rows)
    if (!readers.has(organizationId))
      readers.set(
        organizationId,
        (await readersOf(db, organizationId, 'payment_reminders')).map(({ email }) => email),
      )
  return rows.map(({ organizationId, balanceCents, isPaused, isSentToday, ...row }) => {
    const to = readers.get(organizationId) ?? []
    const skipped = skippedBecause({ isPaused, isSentToday, to })
    return { ...row, balance: toAmount(balanceCents), to: skipped ? [] : to, skipped }
  })
}

function skippedBecause({ isPaused, isSentToday, to }: { isPaused: boolean; isSentToday: boolean; to: string[] }) {
  if (isPaused) return 'paused'
  if (isSentToday) return 'sent-today'
  return to.length === 0 ? 'nobody' : null
}

/**
 * One transaction for each, so that one refusal does not stop the others. With an Idempotency-Key they are parts of one, so all callers lock
 * the invoices in the same order.
 */
export async function sendReminders(platform: Platform, actor: Actor, ids: string[]): Promise<ReminderResults> {
  const wanted = [...new Set(ids)]
  const refusals = new Map<string, string | undefined>()
  for (const id of wanted.toSorted()) refusals.set(id, await refusalOf(() => sendUnlessPaused(platform, actor, id)))
  return wanted.map((id) => ({ id, refused: refusals.get(id) ?? null }))
}

async function sendUnlessPaused(platform: Platform, actor: Actor, id: string) {
  const { pausedUntil } = await readReminders(platform.db, id)
  if (pausedUntil !== null) throw conflict(PAUSED)
  await sendReminder(platform, actor, id)
}
