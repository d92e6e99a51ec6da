import type { Database } from '#server/database/database.ts'
import { orgAdminsWanting } from '#server/database/organization-admins.ts'
import type { Platform } from '#server/platform/platform.ts'
import { invoiceIssued } from './letters.ts'
import type { StoredInvoice } from './queries.ts'

type Issued = Pick<StoredInvoice, 'organizationId' | 'invoiceNumber' | 'amountCents' | 'dueDate'>

/** That there is something to pay. */
export async function tellAdmins({ config, mailer }: Platform, tx: Database, invoice: Issued) {
  for (const to of await orgAdminsWanting(tx, invoice.organizationId, 'invoices')) {
    await mailer.queue(tx, invoiceIssued({ config, to, invoice }))
  }
}
