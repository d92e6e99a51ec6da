import type { Database } from '#server/database/database.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Reader } from '#server/support/tickets/list/readable-queries.ts'
import { findReadable } from '#server/support/tickets/messages/queries.ts'
import { markRead } from './read-queries.ts'

export async function readUpTo(db: Database, reader: Reader, id: string, upTo: string) {
  const ticket = await findReadable(db, reader, id)
  if (!ticket) throw notFound('Ticket')
  await markRead(db, ticket, reader.id, upTo)
  return { message: 'Marked as read' }
}
