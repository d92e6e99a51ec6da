import { recordStatusChanges } from '#server/billing/ledger/post-entries.ts'
import type { Database } from '#server/database/database.ts'
import { systemActor } from '#server/platform/actor.ts'
import { lockLate, setOverdue } from './overdue-queries.ts'

/** Invoices per transaction; keeps each one short. */
const BATCH = 100

/** Job: marks unpaid invoices overdue once their due day is over. Safe to run in several processes. */
export async function markOverdue(db: Database, batch = BATCH) {
  let marked: number
  do marked = await markSome(db, batch)
  while (marked === batch)
}

/** No money moves, so the organization is not locked. */
const markSome = (db: Database, batch: number) =>
  db.transaction(async (tx) => {
    const late = await lockLate(tx, batch)
    if (late.length === 0) return 0
    await setOverdue(
      tx,
      late.map(({ id }) => id),
    )
    await recordStatusChanges(tx, systemActor, late, 'overdue')
    return late.length
  })
