import type { Database } from '#server/database/database.ts'
import type { Reader } from '#server/support/tickets/list/readable-queries.ts'
import { requireReadable } from '#server/support/tickets/queries.ts'
import { markRead } from './read-queries.ts'

export async function readUpTo(db: Database, reader: Reader, id: string, upTo: string) {
  await markRead(db, await requireReadable(db, reader, id), reader.id, upTo)
  return { message: 'Marked as read' }
}
