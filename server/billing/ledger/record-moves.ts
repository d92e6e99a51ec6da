import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { insertStatusChanges, type LockedInvoice } from '#server/billing/invoices/status/queries.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'

/** That held invoices get another status: a line in the log of each and in the audit trail. */
export async function recordMoves(tx: Database, actor: Actor, held: LockedInvoice[], toStatus: InvoiceStatus) {
  const changes = held.map(({ id, organizationId, status }) => ({
    organizationId,
    invoiceId: id,
    fromStatus: status,
    toStatus,
    userId: actor.id,
  }))
  await insertStatusChanges(tx, changes)
  for (const { id, organizationId, status } of held) {
    await audit(tx, actor, {
      action: 'invoice.status-changed',
      organizationId,
      subject: { kind: 'invoice', id },
      changes: { status: [status, toStatus] },
    })
  }
}
