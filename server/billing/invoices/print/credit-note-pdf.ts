import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import { writeLetterhead } from '#server/platform/pdf/letterhead.ts'
import { printDocument } from '#server/platform/pdf/print.ts'
import { writeTable, writeTotals } from '#server/platform/pdf/table.ts'
import { valueRows, vatOf } from './printed-invoice.ts'
import type { PrintedCreditNote } from './queries.ts'

const TITLE = 'Credit Note'

export function printCreditNote(note: PrintedCreditNote): Promise<Buffer> {
  const { creditNoteNumber, createdAt, amountCents, reason } = note
  const { vendor, recipient } = note.particulars
  const amount = vatOf(note, vendor) ? 'Amount incl. VAT' : 'Amount'
  return printDocument({ title: `${TITLE} ${creditNoteNumber}`, author: vendor.name, createdAt }, async (doc) => {
    const y = writeLetterhead(doc, {
      title: TITLE,
      vendor,
      recipient: { ...recipient, label: 'Credited to' },
      facts: factsOf(note),
    })
    const columns = [{ head: 'Reason' }, { head: amount, width: 110, align: 'right' as const }]
    const belowLines = await writeTable(doc, y, { columns, rows: [[reason, formatRand(amountCents)]] })
    writeTotals(doc, belowLines, valueRows(note, vendor))
  })
}

const factsOf = ({ creditNoteNumber, issueDay, invoiceNumber, invoiceDay }: PrintedCreditNote) =>
  [
    ['Number', creditNoteNumber],
    ['Issue date', formatDate(issueDay)],
    ['For invoice', invoiceNumber],
    ['Invoice date', formatDate(invoiceDay)],
    ['Currency', 'ZAR (South African rand)'],
  ] as const
