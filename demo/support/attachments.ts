import type { Random } from '#demo/random.ts'
import { attachmentRows } from '#demo/rows/attachments.ts'
import type { ObjectRow } from '#demo/rows/releases.ts'
import type { ticketAttachments } from '#server/database/schema/support/tickets.ts'
import { attachmentFiles } from './files/attachment-files.ts'
import type { Saying } from './messages.ts'
import type { Message } from './ticket-record.ts'
import type { Written } from './tickets.ts'

type Support = {
  tickets: Pick<Written, 'id' | 'title' | 'userId' | 'organizationId' | 'createdAt'>[]
  messages: Message[]
  /** By the ids of the messages. */
  sayings: Map<string, Saying>
}

/** Returns the demo's files with the newest matching tickets. The bytes are stored at startup. */
export function buildAttachments({ tickets, messages, sayings }: Support, random: Random) {
  const newest = tickets.toReversed()
  const taken = new Set<string>()
  const files: ObjectRow[] = []
  const rows: (typeof ticketAttachments.$inferInsert)[] = []
  for (const { title, with: place, key, fileName, make } of attachmentFiles) {
    const wanted = newest
      .filter((ticket) => ticket.title === title)
      .map((ticket) => (place === 'ticket' ? ticket : messages.find((said) => isOf(said, ticket.id, place))))
      .find((one) => one && !taken.has(one.id))
    if (!wanted) continue
    taken.add(wanted.id)
    const { object, attachment } = attachmentRows(wanted, { id: random.uuid(), key, fileName }, make())
    files.push(object)
    rows.push(attachment)
  }

  function isOf({ id, ticketId }: Message, wantedTicket: string, place: Saying) {
    return ticketId === wantedTicket && sayings.get(id) === place
  }
  return { files, rows }
}
