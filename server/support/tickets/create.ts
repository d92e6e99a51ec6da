import { isStaff } from '#contract/roles.ts'
import { CUSTOMER_REQUIRED, NO_SUCH_CUSTOMER, type NewTicket } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { changedFields } from '#server/platform/audit.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { attach, checkAttachments } from './attachments/attachments.ts'
import { announce } from './emails/announce.ts'
import { markRead, NOTHING } from './customer/read-queries.ts'
import { auditTicket } from './audit-ticket.ts'
import type { By, Reader } from './list/readable-queries.ts'
import { readTicket } from './list/reading.ts'
import { findCustomer } from './people-queries.ts'
import { insertTicket } from './queries.ts'

export async function createTicket(
  { db, limits, jobs, objects }: Platform,
  { actor, reader }: By,
  { customerId, attachments, description, ...facts }: NewTicket,
) {
  if (!isStaff(reader.role)) await limits.spend('ticket by user', reader.id)
  const files = await checkAttachments(objects, reader.id, attachments)
  return db.transaction(async (tx) => {
    const opener = await findOpener(tx, reader, customerId)
    const ticket = await insertTicket(tx, { ...opener, ...facts, description })
    await attach(tx, objects, { ticket, messageId: null, files })
    await auditTicket(tx, actor, 'ticket.created', ticket, changedFields(null, facts))
    await announce(tx, jobs, { organizationId: ticket.organizationId, ticketId: ticket.id, by: reader })
    await markRead(tx, ticket, reader.id)
    if (opener.userId !== reader.id) await markRead(tx, ticket, opener.userId, NOTHING)
    return readTicket(tx, reader, ticket.id)
  })
}

async function findOpener(tx: Database, { id, role, organizationId }: Reader, customerId: string | undefined) {
  if (customerId && isStaff(role)) {
    const customer = await findCustomer(tx, customerId)
    if (!customer) throw badRequest(NO_SUCH_CUSTOMER, { customerId: NO_SUCH_CUSTOMER })
    return { userId: customer.id, organizationId: customer.organizationId }
  }
  if (!organizationId) throw badRequest(CUSTOMER_REQUIRED, { customerId: CUSTOMER_REQUIRED })
  return { userId: id, organizationId }
}
