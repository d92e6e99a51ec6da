import type { Random } from '#demo/random.ts'
import { attachmentRows } from '#demo/rows/attachments.ts'
import type { ObjectRow } from '#demo/rows/releases.ts'
import type { ticketAttachments } from '#server/database/schema/support/tickets.ts'
import { attachmentFiles } from './files/attachment-files.ts'
import type { MessageKind } from './messages.ts'
import type { Message } from './ticket-record.ts'
import type { TicketDraft } from './tickets.ts'

type Support = {
  tickets: Pick<TicketDraft, 'id' | 'title' | 'userId' | 'organizationId' | 'createdAt'>[]
  messages: Message[]
  messageKinds: Map<string, MessageKind>
}

/** Attaches the demo's files to the newest matching tickets. storeDemoFiles stores the bytes at startup. */
export function buildAttachments({ tickets, messages, messageKinds }: Support, random: Random) {
  const newest = tickets.toReversed()
  const taken = new Set<string>()
  const files: ObjectRow[] = []
  const rows: (typeof ticketAttachments.$inferInsert)[] = []
  for (const { title, with: place, key, fileName, make } of attachmentFiles) {
    const target = newest
      .filter((ticket) => ticket.title === title)
      .map((ticket) => (place === 'ticket' ? ticket : messages.find((said) => isOf(said, ticket.id, place))))
      .find((one) => one && !taken.has(one.id))
    if (!target) continue
    taken.add(target.id)
    const { object, attachment } = attachmentRows(target, { id: random.uuid(), key, fileName }, make())
    files.push(object)
    rows.push(attachment)
  }

  function isOf({ id, ticketId }: Message, targetTicket: string, place: MessageKind) {
    return ticketId === targetTicket && messageKinds.get(id) === place
  }
  return { files, rows }
}
