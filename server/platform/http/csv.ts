import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { attachment } from './attachment.ts'

/** Rand with two decimals: a number, which may begin with a minus as no text may. */
type Money = { amount: string }
type Row = Record<string, string | number | boolean | Money | null>
type Table = {
  fileName: string
  columns: readonly { key: string; header: string }[]
  rows: Iterable<Row> | AsyncIterable<Row>
}

/** Excel takes a file without this mark for one in an old encoding. */
const WITH_MARK = true

/**
 * Sends rows as RFC 4180 while they are read, however many there are. A cell that a spreadsheet would take for a formula is
 * sent as text.
 */
export function sendCsv(reply: FastifyReply, { fileName, columns, rows }: Table) {
  const lines = stringify({
    header: true,
    columns: [...columns],
    bom: WITH_MARK,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { object: ({ amount }) => ({ value: String(amount), escape_formulas: false }) },
  })
  // What fails on the way breaks the answer off, so that half a file is not taken for a whole one.
  pipeline(Readable.from(rows), lines, () => undefined)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', attachment(fileName))
    .send(lines)
}
