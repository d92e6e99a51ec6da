import * as z from 'zod/mini'
import { Invoice } from '#contract/billing/invoices.ts'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { User } from '#contract/identity/session.ts'
import { License } from '#contract/licensing/licenses.ts'
import { Channel } from '#contract/releases/channels.ts'
import { Document } from '#contract/support/documents.ts'
import { Ticket } from '#contract/support/tickets.ts'
import { copiedLine } from '#contract/text.ts'

export const SEARCH_LIMITS = { min: 2, max: 100 } as const

/** Results of one kind. */
export const SEARCH_GROUP = 5

const Query = copiedLine({ ...SEARCH_LIMITS, message: `Type at least ${SEARCH_LIMITS.min} characters` })

/** The owner, for readers of several organizations. */
const organizationName = z.nullable(z.string())

const FoundLicense = z.extend(z.pick(License, { id: true, label: true, deviceName: true }), {
  /** Enough of the key to recognize it by. */
  keyStart: z.string(),
  organizationName,
})

const FoundInvoice = z.extend(z.pick(Invoice, { id: true, invoiceNumber: true, amount: true, status: true }), {
  organizationName,
})

const FoundTicket = z.extend(z.pick(Ticket, { id: true, ticketNumber: true, title: true, status: true }), {
  organizationName,
})

const FoundDocument = z.pick(Document, { id: true, title: true, type: true })

const FoundOrganization = z.object({ id: z.uuid(), name: z.string(), contactEmail: z.string() })

const FoundPerson = z.extend(z.pick(User, { id: true, email: true, organizationId: true }), {
  name: z.string(),
  organizationName,
})

const FoundVersion = z.object({ id: z.uuid(), version: z.string(), platform: z.string(), channel: Channel })

export const SearchResults = z.object({
  /** For staff. */
  organizations: z.array(FoundOrganization),
  /** For staff. */
  people: z.array(FoundPerson),
  licenses: z.array(FoundLicense),
  invoices: z.array(FoundInvoice),
  tickets: z.array(FoundTicket),
  documents: z.array(FoundDocument),
  versions: z.array(FoundVersion),
})
export type SearchResults = z.infer<typeof SearchResults>

export const search = {
  everything: {
    method: 'GET',
    url: '/api/search',
    config: { access: 'signed-in' },
    schema: {
      summary:
        'A few of each kind that match and the reader may read. Customers, people, versions and own licenses of exactly that name come first, then the newest; of documents, the best',
      querystring: z.object({ q: Query }),
      response: { 200: SearchResults, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
