import type { Database } from '#server/database/database.ts'
import { systemActor } from '#server/platform/actor.ts'
import { moveInvoices } from './move.ts'
import { lockLate } from './status-queries.ts'

/** Invoices a transaction: none may take long, however many are late. */
const BATCH = 100

/** The job: what was not paid by the end of its due day is overdue. Several processes share the work. */
export async function markOverdue(db: Database, batch = BATCH) {
  let marked: number
  do marked = await markSome(db, batch)
  while (marked === batch)
}

const markSome = (db: Database, batch: number) =>
  db.transaction(async (tx) => {
    const late = await lockLate(tx, batch)
    await moveInvoices(tx, systemActor, late, 'overdue')
    return late.length
  })
