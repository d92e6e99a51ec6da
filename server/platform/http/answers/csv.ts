import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { attachment } from './attachment.ts'

/** Rand with two decimals. Unlike text, it may begin with a minus. */
type Money = { amount: string }
type Row = Record<string, string | number | boolean | Money | null>
type Table = {
  fileName: string
  columns: readonly { key: string; header: string }[]
  rows: Iterable<Row> | AsyncIterable<Row>
}

/** In the order of the headers, by key. */
export const columnsOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, header]) => ({ key, header }))

/** Without a byte order mark Excel reads the file in an old encoding. */
const WITH_MARK = true

/**
 * Where semicolons separate the cells, such as in South Africa, a spreadsheet does not see our quotes: a new cell begins after each
 * semicolon and line break.
 */
const HIDDEN_FORMULA = /([;\r\n]["\t ]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g

/** Streams rows as RFC 4180. A cell, or part of it, that a spreadsheet would run as a formula is sent as text. */
export function sendCsv(reply: FastifyReply, { fileName, columns, rows }: Table) {
  const lines = stringify({
    header: true,
    columns: [...columns],
    bom: WITH_MARK,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      string: (text) => text.replace(HIDDEN_FORMULA, "$1'"),
      object: ({ amount }) => ({ value: String(amount), escape_formulas: false }),
    },
  })
  // A failure aborts the response, so that half a file is not taken for the whole.
  pipeline(Readable.from(rows), lines, () => undefined)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', attachment(fileName))
    .send(lines)
}
