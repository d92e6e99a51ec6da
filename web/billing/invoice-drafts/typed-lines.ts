import * as z from 'zod/mini'
import { DraftLine, InvoiceDraft, lineCents } from '#contract/billing/invoice-drafts.ts'
import { DueDay } from '#contract/billing/invoices.ts'

/** The text of the fields that make the total. */
export type TypedLine = { id: number; quantity: string; price: string }

export const emptyLine = (id: number): TypedLine => ({ id, quantity: '1', price: '' })

const fields = ['description', 'quantity', 'price'] as const

export const fieldName = (field: (typeof fields)[number], { id }: Pick<TypedLine, 'id'>) => `${field}-${id}`

/** Fields have a name per line, so that an error is shown at its field. */
export const schemaOf = (lines: TypedLine[]) =>
  z.object({
    ...InvoiceDraft.shape,
    dueDate: DueDay,
    lines: z.optional(z.unknown()),
    ...Object.fromEntries(
      lines.flatMap((typed) => fields.map((field) => [fieldName(field, typed), DraftLine.shape[field]])),
    ),
  })

type EnteredInvoice = z.output<ReturnType<typeof schemaOf>>

export const draftOf = (entered: EnteredInvoice, lines: TypedLine[]) => {
  const values: Record<string, unknown> = entered
  return {
    organizationId: entered.organizationId,
    dueDate: entered.dueDate,
    notes: entered.notes,
    lines: lines.map((typed) =>
      z.parse(DraftLine, Object.fromEntries(fields.map((field) => [field, values[fieldName(field, typed)]]))),
    ),
  } satisfies Record<keyof InvoiceDraft, unknown>
}

const Counted = z.pick(DraftLine, { quantity: true, price: true })

/** Cents of a line, 0 until it is complete. */
export function centsOf(typed: TypedLine) {
  const { data } = z.safeParse(Counted, typed)
  return data ? lineCents(data) : 0
}
