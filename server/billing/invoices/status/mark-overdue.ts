import { recordMoves } from '#server/billing/ledger/post-entries.ts'
import { lockLate, setStatus } from '#server/billing/ledger/queries.ts'
import type { Database } from '#server/database/database.ts'
import { systemActor } from '#server/platform/actor.ts'

/** Invoices a transaction: none may take long, however many are late. */
const BATCH = 100

/** The job: what was not paid by the end of its due day is overdue. Several processes share the work. */
export async function markOverdue(db: Database, batch = BATCH) {
  let marked: number
  do marked = await markSome(db, batch)
  while (marked === batch)
}

/** No money moves, so nobody's organization is held for it. */
const markSome = (db: Database, batch: number) =>
  db.transaction(async (tx) => {
    const late = await lockLate(tx, batch)
    if (late.length === 0) return 0
    await setStatus(
      tx,
      late.map(({ id }) => id),
      'overdue',
    )
    await recordMoves(tx, systemActor, late, 'overdue')
    return late.length
  })
