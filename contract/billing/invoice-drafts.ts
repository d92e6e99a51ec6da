import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { PositiveAmount, toCents } from '#contract/money.ts'
import { Day, line, optionalParagraph } from '#contract/text.ts'
import { DueDay, Invoice } from './invoices.ts'
import { isTooMuch, TOTAL_TOO_LARGE } from './terms.ts'

const WHOLE = 'Quantity must be a whole number from 1 to 9999'

const Quantity = z.pipe(
  z.union([z.int(), z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,4}$/, WHOLE)), z.transform(Number))], WHOLE),
  z.number().check(z.int(WHOLE), z.minimum(1, WHOLE), z.maximum(9999, WHOLE)),
)

const PRICE = 'Price must be more than 0, with at most two decimals'

/** `price` is in rand for one, VAT included. */
export const DraftLine = z.object({
  description: line({ max: 200, message: 'Description is required' }),
  quantity: Quantity,
  price: PositiveAmount(PRICE),
})
type DraftLine = z.infer<typeof DraftLine>

export const MOST_LINES = 50

export const lineCents = ({ quantity, price }: Pick<DraftLine, 'quantity' | 'price'>) => quantity * toCents(price)

export const totalCents = (lines: Pick<DraftLine, 'quantity' | 'price'>[]) =>
  lines.reduce((sum, one) => sum + lineCents(one), 0)

/** Checked on the server, whose clock decides which day is today. */
export const DUE_IN_PAST = 'The due date can’t be in the past.'

const NO_LINE = 'An invoice has at least one line'

export const InvoiceDraft = z.object({
  organizationId: z.uuid('Organization is required'),
  dueDate: z.optional(DueDay),
  lines: z.array(DraftLine, NO_LINE).check(
    z.minLength(1, NO_LINE),
    z.maxLength(MOST_LINES, `An invoice has at most ${MOST_LINES} lines`),
    z.refine((lines) => !isTooMuch(totalCents(lines)), TOTAL_TOO_LARGE),
  ),
  notes: optionalParagraph(2000),
})
export type InvoiceDraft = z.infer<typeof InvoiceDraft>

/** `vatPercent` is 0 if the vendor charges no VAT. */
export const DraftTerms = z.object({ dueDate: Day, vatPercent: z.number() })
export type DraftTerms = z.infer<typeof DraftTerms>

const url = '/api/admin/billing/invoice-drafts'

export const invoiceDrafts = {
  terms: {
    method: 'GET',
    url: `${url}/terms`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'Get the due day and the VAT rate of an invoice written today',
      response: { 200: DraftTerms, ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: {
      access: 'admin invoices:write',
      harmless: 'Only admins see a draft, and it counts nowhere until it is issued',
      refuses: [404],
    },
    schema: {
      summary:
        'Write an invoice from lines. It gets the next number and is a draft; without a due date it is due in 14 days',
      body: InvoiceDraft,
      response: { 201: Invoice, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
