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

/** One transaction for each, so that one refusal does not stop the others. */
export async function sendReminders(platform: Platform, actor: Actor, ids: string[]): Promise<ReminderResults> {
  const results: ReminderResults = []
  for (const id of new Set(ids)) {
    const refused = await refusalOf(() => sendUnlessPaused(platform, actor, id))
    results.push({ id, refused: refused ?? null })
  }
  return results
}

async function sendUnlessPaused(platform: Platform, actor: Actor, id: string) {
  const { pausedUntil } = await readReminders(platform.db, id)
  if (pausedUntil !== null) throw conflict(PAUSED)
  await sendReminder(platform, actor, id)
}
